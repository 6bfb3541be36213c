import { Label, Select } from "@medusajs/ui"
import { useId } from "react"

type SelectFieldProps = {
  label: string
  hint?: string | null
  placeholder: string
  options: { value: string; label: string; isPossible?: boolean }[]
  value: string
  onChange: (value: string) => void
}

/** One of several, with what there is to say about it. */
export function SelectField({ label, hint, placeholder, options, value, onChange }: SelectFieldProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {label}
      </Label>
      <Select size="small" value={value} onValueChange={onChange}>
        <Select.Trigger id={id} aria-describedby={hint ? hintId : undefined}>
          <Select.Value placeholder={placeholder} />
        </Select.Trigger>
        <Select.Content>
          {options.map((option) => (
            <Select.Item key={option.value} value={option.value} disabled={option.isPossible === false}>
              {option.label}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
      {hint && (
        <p id={hintId} className="txt-small text-ui-fg-subtle">
          {hint}
        </p>
      )}
    </div>
  )
}
