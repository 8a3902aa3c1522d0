'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const tests = all('.test');
  const search = document.getElementById('search');
  const dut = document.getElementById('dut');
  const status = document.getElementById('shown');
  const buttons = all('[data-filter]');
  const clean = text => text.toLowerCase().replace(/\s+/g, ' ');

  // --- filter and search

  let verdict = '';
  const index = new Map();

  /** What a test says of itself, and each of its assertions: made when it is first searched. */
  function indexed(test) {
    let entry = index.get(test);
    if (!entry) {
      const parts = all('[data-assertion]', test).map(part => [part, clean(part.textContent)]);
      const head = clean(test.querySelector('summary').textContent + ' ' + test.dataset.words);
      const reason = all('.body > p', test).map(p => clean(p.textContent)).join(' ');
      entry = { head: head + ' ' + reason, parts };
      index.set(test, entry);
    }
    return entry;
  }

  function matches(test, words) {
    if ((verdict && test.dataset.verdict !== verdict) || (dut && dut.value && test.dataset.dut !== dut.value)) {
      return false;
    }
    if (!words.length) {
      if (index.has(test)) {
        index.get(test).parts.forEach(([part]) => { part.hidden = false; });
      }
      return true;
    }
    const { head, parts } = indexed(test);
    const inHead = words.every(word => head.includes(word));
    let found = inHead;
    for (const [part, text] of parts) {
      const hit = words.every(word => head.includes(word) || text.includes(word));
      part.hidden = !hit && !inHead;
      found ||= hit;
    }
    return found;
  }

  function apply() {
    const words = clean(search.value).split(' ').filter(Boolean);
    let shown = 0;
    for (const test of tests) {
      test.hidden = !matches(test, words);
      shown += test.hidden ? 0 : 1;
    }
    status.textContent = shown === tests.length ? `${shown} tests` : `${shown} of ${tests.length} tests`;
  }

  buttons.forEach(button => button.addEventListener('click', () => {
    verdict = button.dataset.filter;
    buttons.forEach(other => other.setAttribute('aria-pressed', String(other === button)));
    apply();
  }));
  search.addEventListener('input', apply);
  dut?.addEventListener('change', apply);
  document.addEventListener('keydown', event => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape' && document.activeElement === search) {
      search.value = '';
      apply();
    }
  });

  // --- packets

  let unpacking;

  /** The packets lie in the page compressed, and are unpacked when one is first looked at. */
  function packets() {
    unpacking ??= (async () => {
      const packed = document.getElementById('packets').textContent.trim();
      const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      return new Response(stream).json();
    })();
    return unpacking;
  }

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /** The element of a row of values that a check was about. */
  function value(text, element) {
    const dd = make('dd');
    const values = element < 0 ? [text] : text.split(' ');
    const at = Math.max(0, element);
    if (at > 0) dd.append(values.slice(0, at).join(' ') + ' ');
    dd.append(make('mark', '', values[at]));
    if (at + 1 < values.length) dd.append(' ' + values.slice(at + 1).join(' '));
    return dd;
  }

  function rows(group, values, from, hit) {
    const list = make('dl');
    group[1].forEach((name, i) => {
      const row = make('div', hit.rows.has(from + i) ? hit.className : '');
      row.append(make('dt', '', name));
      row.append(hit.rows.has(from + i) ? value(values[from + i], hit.element) : make('dd', '', values[from + i]));
      list.append(row);
    });
    return list;
  }

  function tree(shape, packet, hit) {
    const parts = [];
    let from = 0;
    for (const group of shape) {
      const details = make('details');
      const end = from + group[1].length;
      details.open = hit.rows.size === 0 || [...hit.rows].some(row => row >= from && row < end);
      details.append(make('summary', '', group[0]), rows(group, packet.v, from, hit));
      parts.push(details);
      from = end;
    }
    return parts;
  }

  /** Sixteen bytes a line; those that hold the field are marked. */
  function raw(hex, bit, width) {
    const details = make('details');
    details.append(make('summary', '', `Raw bytes (${hex.length / 2})`));
    const pre = make('pre', 'raw');
    pre.tabIndex = 0;
    const first = width ? Math.floor(bit / 8) : -1;
    const last = width ? Math.floor((bit + width - 1) / 8) : -2;
    for (let at = 0; at < hex.length / 2; at += 16) {
      pre.append(at.toString(16).padStart(4, '0') + ' ');
      for (let i = at; i < Math.min(at + 16, hex.length / 2); i++) {
        const byte = hex.substr(2 * i, 2);
        pre.append(i % 8 === 0 && i > at ? '  ' : ' ');
        pre.append(i >= first && i <= last ? make('mark', '', byte) : byte);
      }
      pre.append('\n');
    }
    details.append(pre);
    return details;
  }

  function column(title, number, data, hit) {
    const part = make('section', 'packet');
    const packet = data.frames[number];
    const heading = make('h5', '', title + (number ? ` · packet ${number}` : ''));
    part.append(heading);
    if (!packet) {
      part.append(make('p', 'none', number ? 'Not kept in the capture.' : title === 'Answer' ? 'No packet came.' : 'None.'));
      return part;
    }
    heading.append(make('span', '', ' ' + packet.t));
    part.append(...tree(data.shapes[packet.s], packet, hit), raw(packet.b, hit.bit, hit.width));
    return part;
  }

  const numbers = text => new Set((text ?? '').split(' ').filter(Boolean).map(Number));

  async function show(example) {
    const place = example.querySelector('.packets');
    if (!place || place.childElementCount) return;
    const { request, answer, rows, sent, element, bit, width, certain } = place.dataset;
    try {
      const data = await packets();
      if (place.childElementCount) return;
      const hit = { element: Number(element ?? -1), bit: Number(bit ?? 0), width: Number(width ?? 0) };
      place.append(
        column('Stimulus', request, data, { ...hit, rows: numbers(sent), className: 'near', width: 0 }),
        column('Answer', answer, data, { ...hit, rows: numbers(rows), className: certain ? 'hit' : 'near' }));
    } catch (trouble) {
      place.append(make('p', 'none', `The packets cannot be shown here: ${trouble.message}`));
    }
  }

  const isTest = details => details.matches('.test > details');
  document.addEventListener('toggle', event => {
    const details = event.target;
    if (!details.open) return;
    if (isTest(details)) {
      all('.example[open]', details).forEach(show);
    } else if (details.matches('.example') && details.closest('.test').firstElementChild.open) {
      show(details);
    }
  }, true);
  all('.test > details[open] .example[open]').forEach(show);

  // --- the rest

  document.addEventListener('click', async event => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const text = button.previousElementSibling.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });

  function openLinked() {
    const linked = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const details = linked && linked.querySelector('details');
    if (details) details.open = true;
  }
  addEventListener('hashchange', openLinked);
  openLinked();
  apply();
})();
