import type { OnchainSentence, OnchainSentenceParam } from "../types/http"

/** Texts of one language by the code of a sentence. `{name}` stands for a parameter; one that is absent takes the blank before it along. */
export type Texts = Readonly<Record<string, string>>

/** No currency has more digits than four, so a price such as 24.50 is not padded. */
const PADDED = /^(\d+)(?:\.|(\.\d*[1-9]))0+(?= |$)/
const LEAST_FRACTION = /^\d+\.\d{5}/

/**
 * Takes the zeros off that a service pads an amount with. Other texts stay as they are.
 *
 * @param text an amount, alone or before its token
 * @example withoutPadding("230.500000000000000000 USDT") // "230.5 USDT"
 */
export function withoutPadding(text: string): string {
  return LEAST_FRACTION.test(text) ? text.replace(PADDED, "$1$2") : text
}

/**
 * Writes sentences in a language.
 *
 * @param show makes a value safe inside a sentence of this language
 * @returns null where the language lacks a sentence
 * @example render({ expired: "Expired {at}." }, [{ code: "expired", params: {} }]) // "Expired."
 */
export function render(
  texts: Texts,
  sentences: readonly OnchainSentence[],
  show: (value: string) => string = String
): string | null {
  const write = (param: OnchainSentenceParam): string => {
    if (typeof param !== "object") return show(withoutPadding(String(param)))
    if ("code" in param) return render(texts, [param], show) ?? param.code
    return param.map(write).join(texts.comma)
  }
  const written = sentences.map(({ code, params }) =>
    texts[code]?.replace(/( ?)\{(\w+)\}/g, (_, blank: string, name: string) => {
      const param = params[name]
      return param === undefined ? "" : blank + write(param)
    })
  )
  return written.includes(undefined) ? null : written.join(" ")
}
