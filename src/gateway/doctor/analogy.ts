import { toSnakeCase } from "../assumptions"
import { SYNONYMS } from "./find-statuses"
import type { Findings } from "./findings"

/** Settings of answers that the probe may not see, with what the kind is called inside a name. */
const UNSEEN: readonly [setting: string, name: string][] = [
  ["ids.quote", "quote"],
  ["envelopes.quote", "quote"],
  ["envelopes.withdrawal", "withdrawal"],
  ["envelopes.depositAction", "deposit"],
]

/**
 * Proposes for what was not seen what the seen answers share, behind the defaults: that can make nothing
 * unreadable.
 */
export function proposeByAnalogy(findings: Findings): void {
  for (const [setting, name] of UNSEEN) proposeShared(setting, name, findings)
  proposeCapitals(findings)
  proposeBillingWords(findings)
}

/**
 * A business has one billing state at a time. A service with a word of its own for it has one for the other,
 * too; a wrong one only fails to warn.
 */
function proposeBillingWords(findings: Findings): void {
  const seen = findings.proposals.filter(({ setting }) => setting.startsWith("assumptions.statuses.billing."))
  if (seen.length !== 1) return
  for (const [meaning, words] of Object.entries(SYNONYMS.billing)) {
    const setting = `statuses.billing.${meaning}`
    if (findings.fits.includes(`assumptions.${setting}`) || findings.proposed(setting) !== undefined) continue
    findings.propose(setting, [...findings.listOf(setting), ...words], "usual words for it; not seen here")
  }
}

/** `data.customer` and `data.invoice` suggest `data.quote`. */
function proposeShared(setting: string, name: string, findings: Findings): void {
  const [group = ""] = setting.split(".")
  const prefix = `assumptions.${group}.`
  const forms = findings.proposals.flatMap(({ setting: other, value }) => {
    if (!other.startsWith(prefix) || other === `assumptions.${setting}` || !Array.isArray(value)) return []
    const kind = other.slice(prefix.length)
    return [...new Set(value.map((text) => String(text).replaceAll(kind, "{kind}")))]
  })
  const [shared] = forms.filter((form) => forms.filter((other) => other === form).length > 1)
  const value = shared?.replaceAll("{kind}", name)
  if (value === undefined || findings.listOf(setting).includes(value)) return
  findings.propose(
    setting,
    [...findings.listOf(setting), value],
    `other answers have ${value}; not seen here`
  )
}

const CAPITALS = /^[A-Z][A-Z0-9_]+$/
const ENOUGH = 3

/** A service that writes its statuses in capitals writes the others so, too. */
function proposeCapitals(findings: Findings): void {
  const found = findings.proposals.filter(({ setting }) => setting.startsWith("assumptions.statuses."))
  const words = found.flatMap(({ value }) => (Array.isArray(value) ? value.slice(-1) : []))
  if (words.filter((word) => CAPITALS.test(String(word))).length < ENOUGH) return
  for (const [kind, meanings] of Object.entries(findings.baseline.statuses)) {
    const names = Object.keys(meanings).map((meaning) => `statuses.${kind}.${meaning}`)
    const used = names.flatMap((name) => findings.proposed(name) ?? findings.listOf(name))
    for (const [n, meaning] of Object.keys(meanings).entries())
      proposeCapital(names[n] ?? "", toSnakeCase(meaning).toUpperCase(), used, findings)
  }
}

function proposeCapital(setting: string, word: string, used: readonly unknown[], findings: Findings): void {
  const isSeen = findings.fits.includes(`assumptions.${setting}`) || findings.proposed(setting) !== undefined
  if (isSeen || used.includes(word)) return
  findings.propose(
    setting,
    [...findings.listOf(setting), word],
    "other statuses are in capitals; not seen here"
  )
}
