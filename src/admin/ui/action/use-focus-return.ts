import { useLayoutEffect, useRef } from "react"

/**
 * Returns the focus to where it was when a dialog opened. The library does so only for dialogs with a
 * trigger. @returns handler for `onCloseAutoFocus`
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null)
  // Before the dialog takes the focus, which it does in an effect.
  useLayoutEffect(() => {
    if (isOpen) opener.current = withoutMenu(document.activeElement)
  }, [isOpen])
  return (event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
}

/** A menu is gone by then, so its button gets the focus. */
function withoutMenu(focused: Element | null): Element | null {
  const trigger = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby")
  return trigger ? document.getElementById(trigger) : focused
}
