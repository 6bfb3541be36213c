type OpenButtonProps = {
  /** What the row is called. */
  text: string
  /** What the button does, for a screen reader. */
  label: string
  onOpen: () => void
}

/** Opens a row of a list. A row alone cannot be reached with the keyboard. */
export function OpenButton({ text, label, onOpen }: OpenButtonProps) {
  return (
    <button
      type="button"
      className="txt-compact-small-plus text-ui-fg-base focus-visible:shadow-borders-focus block max-w-full truncate rounded outline-none"
      aria-label={label}
      title={text}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {text}
    </button>
  )
}
