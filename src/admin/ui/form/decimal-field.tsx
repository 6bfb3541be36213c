import { Button } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import { readDecimal, writeDecimalInput } from "./decimal-input"
import { TextField } from "./fields"
import { decimalSeparator } from "../format"
import { useTexts } from "../texts"

type DecimalFieldProps = {
  label: string
  hint?: string | null
  problem?: string | null
  /** Decimal with a dot, as the API takes it; "" while nothing or no decimal is typed. */
  value: string
  onChange: (value: string) => void
  /** The most that is possible, which "Max" fills in. */
  most?: string | null
}

/** An amount, typed and shown in the reader's language. */
export function DecimalField({ value, onChange, problem, most = null, ...field }: DecimalFieldProps) {
  const { t, locale } = useTexts()
  const [text, setText] = useState(() => writeDecimalInput(value, locale))
  const sent = useRef(value)
  useEffect(() => {
    // "Max", or a form that starts again.
    if (value === sent.current) return
    sent.current = value
    setText(writeDecimalInput(value, locale))
  }, [value, locale])
  const type = (typed: string) => {
    setText(typed)
    const read = readDecimal(typed, locale)
    sent.current = "value" in read ? read.value : ""
    onChange(sent.current)
  }
  const read = readDecimal(text, locale)
  const own = "problem" in read ? t(`input.${read.problem}`, { separator: decimalSeparator(locale) }) : null
  return (
    <div className="flex items-start gap-x-2">
      <div className="min-w-0 grow">
        <TextField {...field} isDecimal problem={own ?? problem} value={text} onChange={type} />
      </div>
      {most !== null && (
        <Button
          size="small"
          type="button"
          variant="secondary"
          // Beside the input, which stands below its label.
          className="mt-6 shrink-0"
          onClick={() => type(writeDecimalInput(most, locale))}
        >
          {t("input.max")}
        </Button>
      )}
    </div>
  )
}
