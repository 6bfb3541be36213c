import { Button } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import { decimalSeparator } from "../format"
import { useTexts } from "../texts"
import { TextField } from "./fields"

/** What an operator typed: a decimal with a dot, as the API takes it, or what is wrong with it. */
type TypedDecimal = { value: string } | { problem: "notAnAmount" | "separator" }

/**
 * Reads an amount in the digits and with the decimal separator of a language.
 *
 * Separators of thousands are refused: "1.234" is a thousand to a German and one and a bit to an American.
 *
 * @example readDecimal("8,50", "de") // { value: "8.50" }
 * @example readDecimal("8.50", "de") // { problem: "separator" }
 */
export function readDecimal(text: string, locale: string): TypedDecimal {
  const separator = decimalSeparator(locale)
  const typed = toLatinDigits(text.trim(), locale)
  if (typed === "") return { value: "" }
  const decimal = typed.split(separator).join("\0")
  if (/[.,٫٬'’\s]/.test(decimal)) return { problem: "separator" }
  const value = decimal.replace("\0", ".")
  return /^\d+(?:\.\d+)?$/.test(value) ? { value } : { problem: "notAnAmount" }
}

/** The way back, for a value that a button fills in. @example writeDecimalInput("8.50", "de") // "8,50" */
export function writeDecimalInput(value: string, locale: string): string {
  return value.replace(".", decimalSeparator(locale))
}

function toLatinDigits(text: string, locale: string): string {
  const digits = Array.from(
    new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210n)
  ).reverse()
  return Array.from(text, (character) => {
    const digit = digits.indexOf(character)
    return digit === -1 ? character : String(digit)
  }).join("")
}

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
