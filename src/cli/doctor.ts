import { randomUUID } from "node:crypto"
import { GatewayError } from "../gateway/client/errors"
import { probeService, type ProbeReport } from "../gateway/doctor"
import { InputError, parseDoctorInput, USAGE, type DoctorInput } from "./doctor-options"
import { callLine, reportText } from "./doctor-report"

const COMMAND = "medusa-payment-onchain doctor"
const UNREACHABLE = 1
const BAD_INPUT = 2

/**
 * The command `doctor`.
 *
 * Sets the exit code: 0 when the service answered, 1 when nothing did, 2 for input that cannot be used.
 */
export async function runDoctor(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>
): Promise<void> {
  try {
    const input = parseDoctorInput(args, env)
    if (input === null) return void process.stdout.write(USAGE)
    const report = await probe(input)
    process.stdout.write(input.isJson ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
    if (report.isReached) return
    process.exitCode = UNREACHABLE
    process.stderr.write(`${COMMAND}: ${input.baseUrl} did not answer: check --base-url and the network\n`)
  } catch (error) {
    if (!(error instanceof InputError) && !isUnusable(error)) throw error
    process.exitCode = BAD_INPUT
    process.stderr.write(`${COMMAND}: ${error.message}\nSee ${COMMAND} --help\n`)
  }
}

function probe(input: DoctorInput): Promise<ProbeReport> {
  const { isJson, ...options } = input
  return probeService({
    ...options,
    runId: randomUUID().slice(0, 13),
    onCall: (call) => void (isJson || process.stderr.write(callLine(call))),
  })
}

/** An option that the client refuses before it sends anything. */
function isUnusable(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.code === "INVALID_REQUEST"
}
