import { assumptionsSchema, parseAssumptions, type Assumptions, type AssumptionsInput } from "../assumptions"
import { isRecord } from "../contract/wire"

/** A setting that the answers require. `because` names the endpoint and the field. */
export type Proposal = { setting: string; value: unknown; because: string }
/** A setting that a person has to look at. */
export type Remark = { setting: string; because: string }

type Value = Record<string, unknown>

/** What the probe learned, setting by setting. Names of settings begin with `assumptions.`. */
export class Findings {
  readonly proposals: Proposal[] = []
  readonly unknown: Remark[] = []
  readonly fits: string[] = []
  readonly notSeen: Remark[] = []

  /** @param baseline what holds where nothing is proposed: the defaults, or the settings of a store */
  constructor(readonly baseline: Assumptions = parseAssumptions()) {}

  /** The default of a setting, such as `ids.invoice`. */
  defaultOf(setting: string): unknown {
    return setting.split(".").reduce<unknown>(fieldNamed, this.baseline)
  }

  /** The documented default, or ours, is what the service does. */
  fit(setting: string): void {
    if (!this.fits.includes(named(setting))) this.fits.push(named(setting))
  }

  /** Proposes a value, or notes that the default fits when it is the same. */
  propose(setting: string, value: unknown, because: string): void {
    if (JSON.stringify(value) === JSON.stringify(this.defaultOf(setting))) return this.fit(setting)
    if (!isAccepted(setting, value))
      return this.doubt(setting, `${because}; no value of this setting can say so`)
    const proposal = { setting: named(setting), value, because }
    const known = this.proposals.findIndex((other) => other.setting === proposal.setting)
    if (known === -1) this.proposals.push(proposal)
    else this.proposals[known] = proposal
  }

  /**
   * Notes one of several places where answers have something. All that were seen are tried, so the default
   * fits only where nothing else was seen.
   */
  proposeOneOf(setting: string, path: string, because: string): void {
    const byDefault = this.listOf(setting)
    const proposed = this.proposals.find((proposal) => proposal.setting === named(setting))
    if (proposed) {
      const before = Array.isArray(proposed.value) ? proposed.value : []
      if (!before.includes(path)) this.propose(setting, [...before, path], `${proposed.because}; ${because}`)
    } else if (byDefault.includes(path)) this.fit(setting)
    else this.propose(setting, [...(this.fits.includes(named(setting)) ? byDefault : []), path], because)
  }

  /** The default of a setting with several values. */
  listOf(setting: string): unknown[] {
    const byDefault = this.defaultOf(setting)
    return Array.isArray(byDefault) ? byDefault : []
  }

  /** Notes something that must not be guessed. */
  doubt(setting: string, because: string): void {
    const isNew = !this.unknown.some((known) => known.because === because && known.setting === named(setting))
    if (isNew) this.unknown.push({ setting: named(setting), because })
  }

  /** @param because what would show it */
  miss(setting: string, because: string): void {
    this.notSeen.push({ setting: named(setting), because })
  }

  proposed(setting: string): unknown {
    return this.proposals.find((proposal) => proposal.setting === named(setting))?.value
  }

  /** The baseline with the proposals. */
  settings(): Assumptions {
    let settings: Value = this.baseline
    for (const { setting, value } of this.proposals) settings = withValue(settings, pathOf(setting), value)
    const parsed = assumptionsSchema.safeParse(settings)
    return parsed.success ? parsed.data : this.baseline
  }

  /** The proposals as the plugin's option `assumptions`: only what differs from the baseline. */
  assumptions(): AssumptionsInput {
    let option: Value = {}
    for (const { setting, value } of this.proposals) {
      const next = withValue(option, pathOf(setting), value)
      if (assumptionsSchema.safeParse(next).success) option = next
    }
    return option
  }
}

const PREFIX = "assumptions."
const named = (setting: string) => (setting.startsWith(PREFIX) ? setting : PREFIX + setting)
const pathOf = (setting: string) => named(setting).slice(PREFIX.length).split(".")

function fieldNamed(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function isAccepted(setting: string, value: unknown): boolean {
  return assumptionsSchema.safeParse(withValue({}, pathOf(setting), value)).success
}

function withValue(record: Value, [first = "", ...rest]: readonly string[], value: unknown): Value {
  if (rest.length === 0) return { ...record, [first]: value }
  const inner = fieldNamed(record, first)
  return { ...record, [first]: withValue(isRecord(inner) ? inner : {}, rest, value) }
}
