import { useTexts } from "../texts"
import { NoteField, RadioField, TextField } from "./fields"

/** What an operator enters before an action. `name` is its field in the body; the words are keys. */
export type EntryField = {
  name: string
  /** `list`: identifiers with spaces or commas between them. A choice has its options. */
  as: "note" | "exact" | "list" | { value: string; label: string; description: string }[]
  label: string
  hint?: string
  placeholder?: string
  isOptional?: boolean
  isShown?: (entered: Entered) => boolean
}

export const note = (label: string, more: Partial<EntryField> = {}): EntryField => ({
  name: "note",
  as: "note",
  label,
  ...more,
})

export const exact = (name: string, label: string, more: Partial<EntryField> = {}): EntryField => ({
  name,
  as: "exact",
  label,
  ...more,
})

export type Entered = Record<string, string>

/**
 * The body of a request.
 *
 * @returns null while an entry is missing
 * @example toBody([{ name: "note", as: "note", label: "field.note" }], { note: " Paid. " }) // { note: "Paid." }
 */
export function toBody(fields: readonly EntryField[], entered: Entered): object | null {
  const shown = fields.filter(({ isShown }) => isShown?.(entered) ?? true)
  const written = shown.map(({ name, ...field }) => ({ ...field, name, text: (entered[name] ?? "").trim() }))
  if (written.some(({ text, isOptional }) => !text && !isOptional)) return null
  const given = written.filter(({ text }) => text !== "")
  return Object.fromEntries(
    given.map(({ name, as, text }) => [name, as === "list" ? text.split(/[\s,]+/).filter(Boolean) : text])
  )
}

type EntriesProps = {
  fields: readonly EntryField[]
  entered: Entered
  onChange: (entered: Entered) => void
}

export function Entries({ fields, entered, onChange }: EntriesProps) {
  const { t } = useTexts()
  return fields
    .filter(({ isShown }) => isShown?.(entered) ?? true)
    .map(({ name, as, label, hint, placeholder }) => {
      const field = {
        label: t(label),
        hint: hint && t(hint),
        value: entered[name] ?? "",
        onChange: (text: string) => onChange({ ...entered, [name]: text }),
      }
      if (typeof as === "object")
        return (
          <RadioField
            key={name}
            {...field}
            options={as.map((one) => ({
              value: one.value,
              label: t(one.label),
              description: t(one.description),
            }))}
          />
        )
      if (as === "note")
        return <NoteField key={name} {...field} placeholder={placeholder && t(placeholder)} />
      return <TextField key={name} {...field} isExact />
    })
}
