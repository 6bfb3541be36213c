import { Input, Label } from "@medusajs/ui"
import { type HTMLInputTypeAttribute, useId } from "react"

type TextFieldProps = {
  label: string
  hint?: string | null
  /** What is wrong with what is written. */
  problem?: string | null
  placeholder?: string
  type?: HTMLInputTypeAttribute
  isDecimal?: boolean
  isExact?: boolean
  maxLength?: number
  value: string
  onChange: (text: string) => void
}

/** One line to write in, with what there is to say about it. */
export function TextField({
  label,
  hint,
  problem,
  type = "text",
  value,
  onChange,
  ...props
}: TextFieldProps) {
  const id = useId()
  const hintId = useId()
  const problemId = useId()
  const said = [hint ? hintId : null, problem ? problemId : null].filter((part) => part !== null)
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {label}
      </Label>
      <Input
        id={id}
        type={type}
        size="small"
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        inputMode={props.isDecimal ? "decimal" : undefined}
        className={props.isExact ? "font-mono" : undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={said.length > 0 ? said.join(" ") : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p id={hintId} className="txt-small text-ui-fg-subtle">
          {hint}
        </p>
      )}
      {problem && (
        <p id={problemId} role="alert" className="txt-small text-ui-fg-error">
          {problem}
        </p>
      )}
    </div>
  )
}
