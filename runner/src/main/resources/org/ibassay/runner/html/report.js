'use strict';
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const tests = all('.test');
  const search = document.getElementById('search');
  const dut = document.getElementById('dut');
  const status = document.getElementById('shown');
  const buttons = all('[data-filter]');
  const clean = text => text.toLowerCase().replace(/\s+/g, ' ');

  const whenIdle = window.requestIdleCallback ?? (work => setTimeout(work, 50));

  const loaded = () => document.documentElement.classList.remove('loading');
  addEventListener('load', () => whenIdle(loaded));
  for (const use of ['keydown', 'input', 'beforeprint']) addEventListener(use, loaded, { capture: true, once: true });

  // --- filter and search

  let verdict = '';
  let words = [];
  const index = new Map();

  /** All failures and packets, once they are unpacked. */
  let data;

  const packets = ({ answer, stimulus }) => [answer, stimulus].filter(Boolean).map(number => `packet ${number}`);
  const saidOf = example =>
    clean([example.at, example.expected, example.received, example.field?.title, ...packets(example)].join(' '));

  function failures(place) {
    const from = Number(place.dataset.from);
    return data.examples.slice(from, from + Number(place.dataset.count));
  }

  const packed = test => test.querySelector('script.packed');

  /** The expanded content of a test; parsed from the packed HTML, without changing the page, if it is not built yet. */
  function below(test) {
    const text = packed(test);
    if (!text) return test;
    const template = document.createElement('template');
    template.innerHTML = text.textContent;
    return template.content;
  }

  /** Adds the expanded content of a test to the page. */
  function build(test) {
    const text = packed(test);
    if (!text) return;
    text.outerHTML = text.textContent;
    if (words.length) matches(test);
  }

  /** The searchable text of an assertion, and that of each failure separately: failures are drawn only when opened. */
  function indexedPart(part) {
    const text = clean([...part.children].filter(c => !c.matches('.examples, .unsearched')).map(c => c.textContent).join(' '));
    const examples = data ? all('.examples', part).flatMap(place => failures(place).map(saidOf)) : [];
    return { text, examples };
  }

  /** The searchable text of a test and of each of its assertions; built by the first search. */
  function indexed(test) {
    let entry = index.get(test);
    if (!entry) {
      const content = below(test);
      const reason = all('.body > p', content).map(p => p.textContent).join(' ');
      const head = clean([test.querySelector('summary').textContent, test.dataset.words, reason].join(' '));
      entry = { head, parts: all('[data-assertion]', content).map(indexedPart) };
      index.set(test, entry);
    }
    return entry;
  }

  const areIn = text => words.every(word => text.includes(word));

  function matches(test) {
    if ((verdict && test.dataset.verdict !== verdict) || (dut && dut.value && test.dataset.dut !== dut.value)) {
      return false;
    }
    if (!words.length && !index.has(test)) return true;
    const { head, parts } = indexed(test);
    const inHead = areIn(head);
    const hits = parts.map(({ text, examples }) => {
      const said = head + ' ' + text;
      return areIn(said) || examples.some(example => areIn(said + ' ' + example));
    });
    if (!packed(test)) {
      all('[data-assertion]', test).forEach((part, i) => {
        part.hidden = !hits[i] && !inHead;
        const said = head + ' ' + parts[i].text;
        const isAny = parts[i].examples.some(example => areIn(said + ' ' + example));
        all('.examples', part).forEach(place => narrow(place, said, isAny));
      });
      all('.asserted', test).forEach(table => { table.hidden = !table.querySelector('tbody tr:not([hidden])'); });
    }
    return inHead || hits.includes(true);
  }

  function apply() {
    // Words match in any order; text in quotation marks matches as a phrase.
    words = [...clean(search.value).matchAll(/"([^"]+)"?|[^\s"]+/g)].map(found => found[1] ?? found[0]);
    let shown = 0;
    for (const test of tests) {
      test.hidden = !matches(test);
      shown += test.hidden ? 0 : 1;
    }
    status.textContent = shown === tests.length ? `${shown} test${shown === 1 ? '' : 's'}` : `${shown} of ${tests.length} tests`;
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

  /** Decompresses the failures and packets embedded in the page, after the page is first shown. */
  function unpack() {
    unpacking ??= (async () => {
      await new Promise(isShown => setTimeout(isShown));
      const text = atob(document.getElementById('packets').textContent.trim());
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      data = await new Response(stream).json();
      index.clear();
      if (search.value) apply();
      makeReady();
    })();
    return unpacking;
  }

  /** Builds the search index while the browser is idle. */
  function makeReady(from = 0) {
    whenIdle(() => {
      const until = performance.now() + 10;
      let at = from;
      while (at < tests.length && performance.now() < until) indexed(tests[at++]);
      if (at < tests.length) makeReady(at);
    });
  }

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  /** A row of values; marks the element that the check was about. */
  function value(text, element) {
    const dd = make('dd');
    const values = element < 0 ? [text] : text.split(' ');
    const at = Math.max(0, element);
    if (at > 0) dd.append(values.slice(0, at).join(' ') + ' ');
    dd.append(make('mark', '', values[at]));
    if (at + 1 < values.length) dd.append(' ' + values.slice(at + 1).join(' '));
    return dd;
  }

  /** The marked fields, and the others in a closed section; all fields if none is marked. */
  function rows(group, values, from, hit) {
    const list = make('dl');
    const others = make('dl');
    const isMarked = group[1].some((_, i) => hit.rows.includes(from + i));
    group[1].forEach((name, i) => {
      const isHit = hit.rows.includes(from + i);
      const row = make('div', isHit ? hit.className : '');
      row.classList.toggle('many', values[from + i].split(' ').length > 4);
      row.append(make('dt', '', name));
      row.append(isHit ? value(values[from + i], hit.element) : make('dd', '', values[from + i]));
      (isMarked && !isHit ? others : list).append(row);
    });
    if (!others.childElementCount) return [list];
    const folded = make('details', 'rest');
    const count = others.childElementCount;
    folded.append(make('summary', '', count === 1 ? '1 other field' : `${count} other fields`), others);
    return [list, folded];
  }

  /** Headers whose sections are closed if no field in the packet is marked. */
  const LOWER = new Set(['Ethernet', 'VLAN', 'IPv4', 'IPv6', 'UDP', 'LRH', 'GRH', 'Payload', 'Packet']);

  function tree(shape, packet, hit) {
    const parts = [];
    let from = 0;
    for (const group of shape) {
      const details = make('details');
      const end = from + group[1].length;
      details.open = hit.rows.length === 0 ? !LOWER.has(group[0]) : hit.rows.some(row => row >= from && row < end);
      details.append(make('summary', '', group[0]), ...rows(group, packet.v, from, hit));
      parts.push(details);
      from = end;
    }
    return parts;
  }

  /** Raw bytes, sixteen per line; marks those that hold the field. */
  function raw(hex, bit, width) {
    const details = make('details');
    details.append(make('summary', '', `Raw bytes (${hex.length / 2})`));
    const pre = make('pre', 'raw');
    pre.tabIndex = 0;
    pre.setAttribute('role', 'group');
    pre.setAttribute('aria-label', 'Raw bytes');
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

  function column(title, number, instead, hit) {
    const part = make('section', 'packet');
    const packet = data.frames[number];
    const heading = make('h5', '', title + (number ? ` · packet ${number}` : ''));
    part.append(heading);
    if (!packet) {
      part.append(make('p', 'none', number ? 'Not kept in the capture.' : instead));
      return part;
    }
    heading.append(make('span', '', ' ' + packet.t));
    part.append(...tree(data.shapes[packet.s], packet, hit), raw(packet.b, hit.bit, hit.width));
    return part;
  }

  /** The expected and the received value of a field, one column per bit or byte. */
  function bits({ title, unit, ...values }) {
    const cells = text => text.match(unit === 1 ? /./g : /../g) ?? [];
    const [expected, received] = [cells(values.expected), cells(values.received)];
    const row = (label, texts, ifOff) => {
      const tr = make('tr');
      const th = make('th', '', label);
      th.scope = 'row';
      tr.append(th);
      texts.forEach((text, i) => {
        // If several values are allowed, every bit is marked.
        const off = ifOff && (!expected.length || expected[i] !== received[i]);
        const gap = unit === 1 && i < texts.length - 1 && (texts.length - 1 - i) % 4 === 0;
        tr.append(make('td', (off ? ifOff : 'is') + (gap ? ' gap' : ''), text));
      });
      return tr;
    };
    const head = make('thead');
    const number = i => String(unit === 1 ? received.length - 1 - i : i);
    head.append(row(unit === 1 ? 'bit' : 'byte', received.map((_, i) => number(i))));
    const body = make('tbody');
    if (expected.length) body.append(row('expected', expected, 'expected'));
    body.append(row('received', received, 'off'));
    const table = make('table');
    table.append(head, body);
    const place = make('div', 'bits');
    place.tabIndex = 0;
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', title);
    place.append(table);
    return [make('p', 'label', title), place];
  }

  function versus(example) {
    const list = make('dl', 'versus');
    for (const [className, label, text] of [['expected', 'Expected', example.expected], ['received', 'Received', example.received]]) {
      const part = make('div', className);
      part.append(make('dt', 'label', label), make('dd', '', text));
      list.append(part);
    }
    return list;
  }

  /** False for checks of completions and memory. */
  const isOfAPacket = example => Boolean(example.answer) || /^no (packet|answer|response)/.test(example.received);
  const missing = example => isOfAPacket(example) ? 'No packet received.' : 'The checked value is not part of a packet.';

  function sideBySide(example) {
    const { sure, rows, sent, element, bit, width } =
      example.marks ?? { rows: [], sent: [], element: -1, bit: 0, width: 0 };
    const place = make('div', 'packets');
    const isAnswer = example.stimulus || !example.answer;
    place.append(
      column(isOfAPacket(example) ? 'Stimulus' : 'Sent before it', example.stimulus, 'None.', { rows: sent, element, width: 0, className: 'near' }),
      column(isAnswer ? 'Answer' : 'From the device', example.answer, missing(example), { rows, element, bit, width, className: sure ? 'hit' : 'near' }));
    return place;
  }

  /** Scrolls to the wrong bit, which a narrow window may not show. */
  function scrollToWrong(place) {
    const wrong = place.querySelector('.off');
    if (wrong) place.scrollLeft = wrong.offsetLeft - place.clientWidth / 2;
  }

  /** A failed check; its packets are drawn when the user opens it. */
  function drawn(example) {
    const details = make('details', 'example');
    const none = isOfAPacket(example) || !example.stimulus ? 'no packet' : `after packet ${example.stimulus}`;
    const packet = example.answer ? `packet ${example.answer}` : none;
    const body = make('div');
    details.append(make('summary', '', example.at ? `${example.at}: ${packet}` : packet), body);
    const draw = () => {
      if (!details.open || body.childElementCount) return;
      body.append(versus(example));
      if (example.field) body.append(...bits(example.field));
      if (example.answer || example.stimulus) body.append(sideBySide(example));
      all('.bits', body).forEach(scrollToWrong);
    };
    details.addEventListener('toggle', draw);
    return { details, draw, text: saidOf(example) };
  }

  /** For each place, its failures and the element that holds all but the first. */
  const filled = new Map();

  async function fill(place) {
    try {
      await unpack();
      if (!filled.has(place)) fillNow(place);
    } catch (trouble) {
      place.replaceChildren(make('p', 'none', `The failures cannot be shown here: ${trouble.message}`));
    }
  }

  const counted = more => more === 1 ? '1 more example' : `${more} more examples`;

  function fillNow(place) {
    const examples = failures(place).map(drawn);
    const [first, ...more] = examples.map(example => example.details);
    const others = make('details', 'others');
    first.open = place.classList.contains('open');
    place.append(first);
    if (more.length) {
      others.append(make('summary', '', counted(more.length)), ...more);
      place.append(others);
    }
    filled.set(place, { examples, others });
    if (words.length) apply();
  }

  /** Shows only the failures in a place that match the search, if any failure of its card does. */
  function narrow(place, said, isAny) {
    if (!filled.has(place)) return;
    const { examples, others } = filled.get(place);
    const hits = examples.map(example => areIn(said + ' ' + example.text));
    examples.forEach(({ details }, i) => { details.hidden = isAny && !hits[i]; });
    const found = hits.slice(1).filter(hit => hit || !isAny).length;
    others.hidden = !found;
    if (found) others.firstChild.textContent = counted(found);
    if (isAny && !hits[0]) others.open = true;
    if (words.length && hits.filter(Boolean).length === 1) examples[hits.indexOf(true)].details.open = true;
  }

  addEventListener('toggle', ({ target }) => {
    if (!target.open || !target.matches('.test > details')) return;
    build(target.parentElement);
    all('.examples', target).forEach(fill);
  }, { capture: true });
  all('.test > details[open] .examples').forEach(fill);
  if (document.querySelector('.examples')) addEventListener('load', () => unpack().catch(() => {}));

  /** A printed page cannot be expanded, so the first example of each shown failure is opened before printing. */
  let openedForPrint = [];
  addEventListener('beforeprint', () => {
    if (!data) return;
    tests.filter(test => !test.hidden).forEach(build);
    for (const place of all('.test:not([hidden]) .card:not([hidden]) .examples')) {
      if (!filled.has(place)) fillNow(place);
      const shown = filled.get(place).examples.find(example => !example.details.hidden);
      if (!shown) continue;
      const { details, draw } = shown;
      const closed = [place.closest('.test > details'), details].filter(element => !element.open);
      closed.forEach(element => { element.open = true; });
      draw();
      openedForPrint.push(...closed);
    }
  });
  addEventListener('afterprint', () => {
    openedForPrint.forEach(details => { details.open = false; });
    openedForPrint = [];
  });

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
    const id = location.hash.slice(1);
    tests.filter(test => id.startsWith(test.id + '-')).forEach(build);
    const linked = id && document.getElementById(id);
    const details = linked && linked.closest('.test')?.querySelector('details');
    if (!details) return;
    details.open = true;
    linked.scrollIntoView();
  }
  addEventListener('hashchange', openLinked);
  openLinked();
  apply();
})();
