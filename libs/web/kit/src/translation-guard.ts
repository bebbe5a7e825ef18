/**
 * The browser's page translation replaces text nodes by `<font>` elements, and React does not notice: it fails when it
 * removes such a text or inserts before it (https://github.com/facebook/react/issues/11538), and writes changed text
 * into a node that is not in the page. Here each replaced text is known with its `<font>`; what React does to the text happens
 * to the `<font>`.
 */
const translations = new WeakMap<Node, Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** Translators replace the text in one step, or insert the `<font>` beside it first. */
function recordTranslations(records: readonly MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const font = [addedNodes[0], previousSibling, nextSibling].find((node) => isFont(node) && added.has(node));
    for (const node of removedNodes) if (node.nodeType === Node.TEXT_NODE && isFont(font)) translations.set(node, font);
  }
}

/** The child of `parent` that stands for the node: itself, or the `<font>` that replaced the text; null for a lost text. */
function findInstead(parent: Node, node: Node | null): Node | null {
  if (node?.nodeType !== Node.TEXT_NODE || node.parentNode === parent) return node;
  const font = translations.get(node);
  return font?.parentNode === parent ? font : null;
}

/** A text that is inserted again leaves its old translation. */
function removeTranslation(node: Node): void {
  translations.get(node)?.remove();
  translations.delete(node);
}

/** The functions as React calls them. */
interface NodeFunctions {
  appendChild: (this: Node, node: Node) => Node;
  insertBefore: (this: Node, node: Node, before: Node | null) => Node;
  removeChild: (this: Node, node: Node) => Node;
}

/** Call once, before React renders. */
export function guardAgainstTranslation(): void {
  const functions: NodeFunctions = Node.prototype;
  const [appendChild, insertBefore, removeChild] = [
    functions.appendChild,
    functions.insertBefore,
    functions.removeChild,
  ];
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  new MutationObserver(recordTranslations).observe(document, { childList: true, subtree: true });

  Node.prototype.appendChild = function <Appended extends Node>(this: Node, node: Appended) {
    removeTranslation(node);
    return appendChild.call(this, node) as Appended;
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(this: Node, node: Inserted, before: Node | null) {
    removeTranslation(node);
    return insertBefore.call(this, node, findInstead(this, before)) as Inserted;
  };
  Node.prototype.removeChild = function <Removed extends Node>(this: Node, node: Removed) {
    const child = findInstead(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      nodeValue?.set?.call(this, text);
      // The changed text takes its place again, and is translated again.
      const font = this.parentNode ? undefined : translations.get(this);
      font?.replaceWith(this);
    },
  });
}
