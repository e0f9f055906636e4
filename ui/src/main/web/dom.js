// Elements are built from values only: text goes in as text, never as markup, so that nothing a node says can become code.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return node;
}

/** Replaces what is inside only when it differs, so that a reader's selection and focus survive. */
export function fill(parent, key, build) {
  if (parent.dataset.key === key) return;
  parent.dataset.key = key;
  parent.replaceChildren(...[build()].flat());
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function copyButton(command) {
  const button = el('button', { type: 'button', class: 'copy', 'aria-label': `Copy: ${command}` }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = 'Copied';
    } catch {
      // Pages from a file may not use the clipboard: the text is selected instead.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return button;
}

export function command(line) {
  return el('span', { class: 'command' }, el('code', {}, line), copyButton(line));
}
