// Filters lists while the user types; without JavaScript the pages show all items.
for (const input of document.querySelectorAll("[data-filter]")) {
  const box = input.closest(".filter");
  const list = input.closest("[data-list]");
  const items = [...list.querySelectorAll("[data-item]")].map(item => ({
    item,
    text: item.textContent.toLowerCase(),
  }));
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { item, text } of items) {
      item.hidden = !words.every(word => text.includes(word));
      shown += item.hidden ? 0 : 1;
    }
    for (const group of list.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-item]:not([hidden])");
    }
    box.querySelector("output").textContent = words.length ? `${shown} of ${items.length}` : "";
  };
  input.addEventListener("input", apply);
  box.hidden = false;
  apply();
}
