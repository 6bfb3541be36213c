import type { Assumptions, AssumptionsInput } from "../assumptions"
import { createInSandbox } from "./creations"
import { checkReadable } from "./readable"
import { findInReads, readEverything } from "./reads"
import { proposeByAnalogy } from "./analogy"
import { createEvidence } from "./evidence"
import { Findings, type Proposal, type Remark } from "./findings"
import { provokeDuplicate, provokeRefusals } from "./find-error-codes"
import { findPaging } from "./find-paging"
import { findSignature, type CapturedDelivery } from "./find-signature"
import { findInDelivery } from "./find-events"
import { createRawCalls, type ProbedEndpoint, type ServiceAccess } from "./raw-calls"

export type ProbeOptions = ServiceAccess & {
  environment: "live" | "sandbox"
  /** Settings to compare with. @default the defaults */
  assumptions?: Assumptions
  /** Creates one customer, address, intent and invoice, and requests a quote. Refused in `live`. @default false */
  isCreating?: boolean
  /** A webhook as it arrived, and the secret it was signed with. */
  delivery?: { captured: CapturedDelivery; secret: string }
  /** Unique text for references and keys of this run, letters and digits. */
  runId: string
  /** Receives every call when it is done. @default nothing */
  onCall?: (call: ProbedEndpoint) => void
}

/** Holds names of fields and words of statuses, and nothing else of what the service sent. */
export type ProbeReport = {
  /** False when no call was answered at all. */
  isReached: boolean
  endpoints: ProbedEndpoint[]
  /** Settings that differ from those compared with. */
  proposals: Proposal[]
  /** What a person has to decide. */
  unknown: Remark[]
  /** Settings that are what the service does. */
  fits: string[]
  /** Settings that nothing showed. */
  notSeen: Remark[]
  /** The proposals as the plugin's option `assumptions`. */
  assumptions: AssumptionsInput
}

/**
 * Compares a service with the document: reads every list and resource, and proposes the settings under which
 * its answers can be read.
 *
 * Works on the answers as they are. Never guesses a word that would release an order. A hostile service
 * cannot make it fail: what cannot be read is reported.
 *
 * @throws GatewayError INVALID_REQUEST naming the option that cannot work
 * @throws RangeError for creations in `live`
 */
export async function probeService(options: ProbeOptions): Promise<ProbeReport> {
  if (options.isCreating && options.environment !== "sandbox")
    throw new RangeError("the probe creates nothing in the live environment")
  const findings = new Findings(options.assumptions)
  const calls = createRawCalls(options, options.onCall ?? (() => undefined))
  const evidence = createEvidence(options.payoutApiKey !== undefined)
  await readEverything(calls, evidence)
  if (calls.isReached) {
    if (options.isCreating) await createInSandbox(calls, evidence, findings, options.runId)
    await findInReads(calls, evidence, findings)
    await provokeRefusals(calls, options.runId, findings)
    if (options.isCreating) await provokeDuplicate(calls, options.runId, findings)
    await findPaging(calls, findings)
    proposeWaitHeader(calls.waitHeaders, findings)
    proposeByAnalogy(findings)
    checkReadable(calls, findings.settings())
  }
  if (options.delivery) {
    findSignature(options.delivery.captured, options.delivery.secret, findings)
    findInDelivery(options.delivery.captured, findings)
  } else findings.miss("signature", "a captured webhook delivery and its secret")
  const { proposals, unknown, fits, notSeen } = findings
  const isOpen = ({ setting }: Remark) => !fits.includes(setting) && findings.proposed(setting) === undefined
  return {
    isReached: calls.isReached,
    endpoints: calls.endpoints,
    ...{ proposals, unknown, fits, notSeen: notSeen.filter(isOpen) },
    assumptions: findings.assumptions(),
  }
}

function proposeWaitHeader(seen: ReadonlySet<string>, findings: Findings): void {
  const setting = "rateLimit.retryHeaders"
  if (seen.size === 0) return findings.miss(setting, "an answer 429 with the header that names the wait")
  if (seen.has("retry-after")) findings.fit(setting)
  else findings.propose(setting, [...seen], "an answer 429 has this header")
}
