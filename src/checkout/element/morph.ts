/**
 * Updates a DOM tree in place and keeps focus, typed text, ticked boxes, opened details, and the live region, which a screen
 * reader would otherwise repeat.
 *
 * Elements are matched by `data-key` or `id`, else by position and tag. Elements with an equal `data-same` are skipped;
 * `data-keep` is never touched.
 */
export function morph(from: ParentNode & Node, to: ParentNode & Node): void {
  const next = [...to.childNodes]
  let current = from.firstChild
  for (const wanted of next) {
    const match = findMatch(current, wanted)
    if (match === null) {
      from.insertBefore(wanted, current)
      continue
    }
    while (current !== null && current !== match) current = removeAndNext(from, current)
    current = match.nextSibling
    update(match, wanted)
  }
  while (current !== null) current = removeAndNext(from, current)
}

function removeAndNext(parent: Node, node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  // The server's style element is not part of the rendering.
  if (!(node instanceof Element && node.localName === "style")) parent.removeChild(node)
  return next
}

const keyOf = (node: Node) =>
  node instanceof Element ? (node.getAttribute("data-key") ?? node.getAttribute("id")) : null

function findMatch(start: ChildNode | null, wanted: Node): ChildNode | null {
  // Any text would do: one further on must not cost what stands before it.
  if (wanted instanceof Text) return start instanceof Text ? start : null
  const key = keyOf(wanted)
  for (let node = start; node !== null; node = node.nextSibling) {
    if (node.nodeType !== wanted.nodeType || node.nodeName !== wanted.nodeName) continue
    if (keyOf(node) === key) return node
  }
  return null
}

function update(from: ChildNode, to: Node): void {
  if (!(from instanceof Element) || !(to instanceof Element)) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue
    return
  }
  if (from.hasAttribute("data-keep")) return
  const same = from.getAttribute("data-same")
  const isSame = same !== null && same === to.getAttribute("data-same")
  updateAttributes(from, to)
  if (!isSame) morph(from, to)
}

/** Properties that the payer changes, as opposed to the attributes of the same name. */
const SET_BY_PAYER = new Set(["open", "checked", "value"])

function updateAttributes(from: Element, to: Element): void {
  for (const { name, value } of [...to.attributes]) {
    const isTheirs = SET_BY_PAYER.has(name) && !isFixed(to)
    if (!isTheirs && from.getAttribute(name) !== value) from.setAttribute(name, value)
  }
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !SET_BY_PAYER.has(name)) from.removeAttribute(name)
}

/** We own the value of radio buttons, hidden fields and progress bars. */
function isFixed(element: Element): boolean {
  if (element.localName === "progress") return true
  return element.localName === "input" && element.getAttribute("type") === "hidden"
}

export function toFragment(markup: string): DocumentFragment {
  const template = document.createElement("template")
  template.innerHTML = markup
  return template.content
}
