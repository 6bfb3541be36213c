import { Label, Textarea } from "@medusajs/ui"
import { useId } from "react"

/** As long as the server takes. */
const MAX_LENGTH = 1_000

type NoteFieldProps = {
  label: string
  placeholder?: string
  hint?: string
  value: string
  onChange: (text: string) => void
}

/** What an operator writes down for whoever asks later. */
export function NoteField({ label, placeholder, hint, value, onChange }: NoteFieldProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {label}
      </Label>
      <Textarea
        id={id}
        rows={2}
        maxLength={MAX_LENGTH}
        placeholder={placeholder}
        aria-describedby={hint ? hintId : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p id={hintId} className="txt-small text-ui-fg-subtle">
          {hint}
        </p>
      )}
    </div>
  )
}
