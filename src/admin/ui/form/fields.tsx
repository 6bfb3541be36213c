import { Button, clx, Hint, Input, Label, RadioGroup, Select, Textarea } from "@medusajs/ui"
import { type ComponentProps, type ReactNode, useId } from "react"

const MAX_NOTE_LENGTH = 1_000

type FieldProps = {
  label: string
  hint?: string | null
  problem?: string | null
}

type FieldIds = { id: string; "aria-describedby": string | undefined }

function Field({ label, hint, problem, children }: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  const described = [hint ? hintId : null, problem ? problemId : null].filter((part) => part !== null)
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {label}
      </Label>
      {children({ id, "aria-describedby": described.join(" ") || undefined })}
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

type TextFieldProps = FieldProps & {
  placeholder?: string
  isDecimal?: boolean
  isExact?: boolean
  maxLength?: number
  value: string
  onChange: (text: string) => void
}

export function TextField({ value, onChange, isDecimal, isExact, ...props }: TextFieldProps) {
  return (
    <Field {...props}>
      {(ids) => (
        <Input
          {...ids}
          size="small"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          inputMode={isDecimal ? "decimal" : undefined}
          className={isExact ? "font-mono [font-variant-ligatures:none]" : undefined}
          aria-invalid={props.problem ? true : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

type NoteFieldProps = FieldProps & {
  placeholder?: string
  value: string
  onChange: (text: string) => void
}

export function NoteField({ placeholder, value, onChange, ...props }: NoteFieldProps) {
  return (
    <Field {...props}>
      {(ids) => (
        <Textarea
          {...ids}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

type SelectFieldProps = FieldProps & {
  placeholder: string
  options: { value: string; label: string; isPossible?: boolean }[]
  value: string
  onChange: (value: string) => void
}

export function SelectField({ placeholder, options, value, onChange, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      {(ids) => (
        // The library reports an empty choice when value and options change at once.
        <Select size="small" value={value} onValueChange={(chosen) => chosen !== "" && onChange(chosen)}>
          <Select.Trigger {...ids}>
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
      )}
    </Field>
  )
}

type RadioFieldProps<Value extends string> = {
  label: string
  hint?: string
  options: ({ value: Value } & Omit<ComponentProps<typeof RadioGroup.ChoiceBox>, "value">)[]
  value: string
  onChange: (value: Value) => void
  /** Between the label and the options. */
  children?: ReactNode
}

export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { label, hint, options, value, onChange, children } = props
  const id = useId()
  const choose = (given: string) => {
    const chosen = options.find((option) => option.value === given)
    if (chosen) onChange(chosen.value)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" id={id}>
        {label}
      </Label>
      {hint && <Hint>{hint}</Hint>}
      {children}
      <RadioGroup
        value={value}
        onValueChange={choose}
        aria-labelledby={id}
        className="grid-cols-[minmax(0,1fr)]"
      >
        {options.map((option) => (
          <RadioGroup.ChoiceBox
            key={option.value}
            {...option}
            // Its circles would shrink beside long text, and no longer align.
            className={clx(
              "[overflow-wrap:anywhere] [&>div:first-child]:shrink-0 [&>div:last-child]:min-w-0",
              option.className
            )}
          />
        ))}
      </RadioGroup>
    </div>
  )
}

type FormFooterProps = {
  cancel: string
  button: string
  /** What is missing before the form can be sent. */
  missing: string | null
  isBusy: boolean
  onCancel: () => void
}

export function FormFooter({ cancel, button, missing, isBusy, onCancel }: FormFooterProps) {
  const id = useId()
  return (
    <>
      {missing && (
        <p id={id} className="txt-small text-ui-fg-subtle">
          {missing}
        </p>
      )}
      <div className="flex justify-end gap-x-2">
        <Button size="small" type="button" variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button
          size="small"
          type="submit"
          disabled={missing !== null}
          isLoading={isBusy}
          aria-describedby={missing ? id : undefined}
        >
          {button}
        </Button>
      </div>
    </>
  )
}
