import { assumptionsSchema, parseAssumptions, type Assumptions, type AssumptionsInput } from "../assumptions"
import { fieldOf, withField } from "../contract/wire"

/** A setting that the answers require. `because` names the endpoint and the field. */
export type Proposal = { setting: string; value: unknown; because: string }
/** A setting that a person has to look at. */
export type Remark = { setting: string; because: string }

const PREFIX = "assumptions."

/** What the probe learned, setting by setting, such as `ids.invoice`; reported as `assumptions.ids.invoice`. */
export class Findings {
  private readonly proposed = new Map<string, Proposal>()
  private readonly fitting = new Set<string>()
  readonly unknown: Remark[] = []
  readonly notSeen: Remark[] = []

  /** @param baseline what holds where nothing is proposed: the defaults, or the settings of a store */
  constructor(readonly baseline: Assumptions = parseAssumptions()) {}

  get proposals(): Proposal[] {
    return [...this.proposed.values()]
  }

  get fits(): string[] {
    return [...this.fitting].map((setting) => PREFIX + setting)
  }

  defaultOf(setting: string): unknown {
    return fieldOf(this.baseline, setting) ?? null
  }

  /** As proposed, else by default. */
  valueOf(setting: string): unknown {
    const proposal = this.proposed.get(setting)
    return proposal === undefined ? this.defaultOf(setting) : proposal.value
  }

  /** The values of a setting with several of them. */
  listOf(setting: string): unknown[] {
    const values = this.valueOf(setting)
    return Array.isArray(values) ? values : []
  }

  /** The documented default, or ours, is what the service does. */
  fit(setting: string): void {
    this.fitting.add(setting)
  }

  /** Whether an answer has shown what the setting is. */
  isSettled(setting: string): boolean {
    return this.fitting.has(setting) || this.proposed.has(setting)
  }

  /** Proposes a value, or notes that the default fits when it is the same. */
  propose(setting: string, value: unknown, because: string): void {
    if (JSON.stringify(value) === JSON.stringify(this.defaultOf(setting))) return this.fit(setting)
    if (!assumptionsSchema.safeParse(withField({}, setting, value)).success)
      return this.doubt(setting, `${because}; no value of this setting can say so`)
    this.proposed.set(setting, { setting: PREFIX + setting, value, because })
  }

  /** Adds a value behind those that are known. */
  add(setting: string, value: unknown, because: string): void {
    this.propose(setting, [...this.listOf(setting).filter((known) => known !== value), value], because)
  }

  /**
   * Notes one of several places where answers have something. All that were seen are tried, so the default
   * fits only where nothing else was seen.
   */
  proposeOneOf(setting: string, path: string, because: string): void {
    const known = this.listOf(setting)
    const before = this.proposed.get(setting)
    if (before) {
      if (!known.includes(path)) this.add(setting, path, `${before.because}; ${because}`)
    } else if (known.includes(path)) this.fit(setting)
    else this.propose(setting, [...(this.fitting.has(setting) ? known : []), path], because)
  }

  /** Notes something that must not be guessed. */
  doubt(setting: string, because: string): void {
    const remark = { setting: PREFIX + setting, because }
    if (!this.unknown.some((known) => JSON.stringify(known) === JSON.stringify(remark)))
      this.unknown.push(remark)
  }

  isDoubted(setting: string): boolean {
    return this.unknown.some((remark) => remark.setting === PREFIX + setting)
  }

  /** @param because what would show it */
  miss(setting: string, because: string): void {
    this.notSeen.push({ setting: PREFIX + setting, because })
  }

  /** The proposals as the plugin's option `assumptions`: only what differs from the baseline. */
  assumptions(): AssumptionsInput {
    return this.appliedTo({})
  }

  /** The baseline with the proposals. */
  settings(): Assumptions {
    return assumptionsSchema.parse(this.appliedTo(this.baseline))
  }

  private appliedTo(settings: Record<string, unknown>): Record<string, unknown> {
    return this.proposals.reduce((option, { setting, value }) => {
      const next = withField(option, setting.slice(PREFIX.length), value)
      return assumptionsSchema.safeParse(next).success ? next : option
    }, settings)
  }
}
