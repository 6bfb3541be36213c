import { assumptionsSchema, parseAssumptions, type AssumptionsInput } from "../assumptions"
import { isRecord } from "./answer-shape"

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

  private static readonly defaults = parseAssumptions()

  /** The default of a setting, such as `ids.invoice`. */
  static defaultOf(setting: string): unknown {
    return setting.split(".").reduce<unknown>(fieldNamed, Findings.defaults)
  }

  /** The documented default, or ours, is what the service does. */
  fit(setting: string): void {
    if (!this.fits.includes(named(setting))) this.fits.push(named(setting))
  }

  /** Proposes a value, or notes that the default fits when it is the same. */
  propose(setting: string, value: unknown, because: string): void {
    if (JSON.stringify(value) === JSON.stringify(Findings.defaultOf(setting))) return this.fit(setting)
    if (!isAccepted(setting, value))
      return this.doubt(setting, `${because}; no value of this setting can say so`)
    const known = this.proposals.findIndex((proposal) => proposal.setting === named(setting))
    if (known !== -1) this.proposals.splice(known, 1)
    this.proposals.push({ setting: named(setting), value, because })
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

  /** The proposals as the plugin's option `assumptions`: only what differs from the defaults. */
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
