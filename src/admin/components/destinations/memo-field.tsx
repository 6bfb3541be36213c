import { Checkbox, Label } from "@medusajs/ui"
import { useId } from "react"
import { hasMemos } from "../../destinations/entry"
import { useTexts } from "../../hooks/use-texts"
import { TextField } from "../text-field"

type MemoFieldProps = {
  /** Null while no network is chosen. */
  chain: string | null
  memo: string
  hasNoMemo: boolean
  onChange: (part: { memo?: string; hasNoMemo?: boolean }) => void
}

/** The memo, or the statement that none is needed; nothing where transfers carry none. */
export function MemoField({ chain, memo, hasNoMemo, onChange }: MemoFieldProps) {
  const { t } = useTexts()
  const id = useId()
  const hintId = useId()
  if (!hasMemos(chain)) return null
  return (
    <div className="flex flex-col gap-y-3">
      <TextField
        label={t("entry.memo")}
        hint={t("entry.memoHint")}
        isExact
        value={memo}
        onChange={(text) => onChange({ memo: text.trim(), ...(text.trim() ? { hasNoMemo: false } : {}) })}
      />
      <div className="flex items-start gap-x-2">
        <Checkbox
          id={id}
          checked={hasNoMemo}
          aria-describedby={hintId}
          onCheckedChange={(isTicked) =>
            onChange({ hasNoMemo: isTicked === true, ...(isTicked === true ? { memo: "" } : {}) })
          }
        />
        <div className="flex flex-col">
          <Label htmlFor={id} size="small">
            {t("entry.noMemo")}
          </Label>
          <p id={hintId} className="txt-small text-ui-fg-subtle">
            {t("entry.noMemoHint")}
          </p>
        </div>
      </div>
    </div>
  )
}
