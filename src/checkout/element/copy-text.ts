/** Copies a text, also on plain http and in a frame without the permission `clipboard-write`; false when the payer has to copy it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Selects the text in a field that is gone before the browser paints it. */
function copySelected(text: string): boolean {
  const host = document.activeElement
  const focused = host?.shadowRoot?.activeElement ?? host
  const field = document.createElement("textarea")
  field.value = text
  field.readOnly = true
  field.style.position = "fixed"
  document.body.append(field)
  field.select()
  try {
    // Deprecated, and still what every browser has.
    return document.execCommand("copy")
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
