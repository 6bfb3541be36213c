import { Label, Textarea } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/use-texts"

/** As long as the server takes. */
const MAX_LENGTH = 1_000

/** Why money is kept, in the operator's words. */
export function NoteField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTexts()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-1">
      <Label htmlFor={id} size="small">
        {t("resolve.keep.label")}
      </Label>
      <Textarea
        id={id}
        rows={2}
        maxLength={MAX_LENGTH}
        placeholder={t("resolve.keep.placeholder")}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
