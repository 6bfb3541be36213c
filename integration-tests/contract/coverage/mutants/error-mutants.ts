import { errorItems } from "../error-items"
import { inFile, type Mutant, type Mutants } from "./mutant"

type Code = Extract<keyof typeof errorItems, `error:${string}`>
type Rule = Exclude<keyof typeof errorItems, Code>

const reply = inFile("src/sandbox/http/reply.ts")
const refusals = inFile("src/sandbox/sandbox-error.ts")
const call = inFile("src/gateway/client/call.ts")
const transport = inFile("src/gateway/client/http.ts")
const idempotency = inFile("src/sandbox/http/idempotency.ts")

/** The service has another code for the same refusal. */
const otherCode = (code: string): Mutant =>
  reply(
    "const code = codeToTheirs(error.code, assumptions)",
    `const code = error.code === "${code}" ? "ANOTHER_CODE" : codeToTheirs(error.code, assumptions)`
  )

const otherCodes = Object.fromEntries(
  Object.keys(errorItems)
    .filter((id) => id.startsWith("error:"))
    .map((id) => [id, otherCode(id.slice("error:".length))])
)

const otherStatus = (category: string, status: number): Mutant =>
  refusals(`  ${category}: ${status},`, `  ${category}: 418,`)
/** The client repeats it. */
const repeated = (status: number): Mutant =>
  call("status === 408 || status === 429", `status === 408 || status === ${status} || status === 429`)
const neverAfter5xx = call("(status >= 500 && status <= 599) ||", "")
const keyEachTime = transport(
  '"idempotency-key": idempotencyKey }',
  '"idempotency-key": `${idempotencyKey}-${Math.random()}`.slice(0, 64) }'
)
export const unknownCodeIsLost = call(
  "codeToOurs(error.code, call.assumptions) :",
  'require("../contract/wire").KNOWN_ERROR_CODES.find((code) => code === codeToOurs(error.code, call.assumptions)) ?? "UNEXPECTED_RESPONSE" :'
)

const rules: Record<Rule, Mutants> = {
  "field:error": [
    reply("error: { code, message, details, requestId }", "error: { code, message, details }"),
    reply("error: { code, message, details, requestId }", "error: { code, message, requestId }"),
    reply("error: { code, message, details, requestId }", "error: { code, details, requestId }"),
    reply("error: { code, message, details, requestId }", "error: { message, details, requestId }"),
  ],
  "rule:error.request-id": [
    reply('"x-request-id": requestId', '"x-request": requestId'),
    reply('"x-request-id": requestId', '"x-request-id": "1"'),
  ],
  "rule:error.unknown-code": [unknownCodeIsLost, neverAfter5xx],
  "rule:category.validation": [
    refusals('new SandboxError(400, "VALIDATION_ERROR"', 'new SandboxError(422, "VALIDATION_ERROR"'),
    repeated(400),
  ],
  "rule:category.authentication": [otherStatus("authentication", 401), repeated(401)],
  "rule:category.permission": [otherStatus("permission", 403), repeated(403)],
  "rule:category.not-found": [
    refusals('new SandboxError(404, "NOT_FOUND"', 'new SandboxError(410, "NOT_FOUND"'),
    repeated(404),
  ],
  "rule:category.conflict": [
    idempotency(
      'new SandboxError(409, "IDEMPOTENCY_KEY_MISMATCH"',
      'new SandboxError(412, "IDEMPOTENCY_KEY_MISMATCH"'
    ),
    repeated(409),
  ],
  "rule:category.rate-limited": [
    inFile("src/sandbox/http/fault-reply.ts")("status: 429,", "status: 503,"),
    call("|| status === 429", ""),
    call("const delayMs = retryAfterMs ?? ", "const delayMs = retryAfterMs === null ? 0 : 1 ?? "),
  ],
  "rule:category.server": [
    neverAfter5xx,
    call("status === undefined || status === 408", "status === 408"),
    keyEachTime,
  ],
  "rule:retry.only": [
    neverAfter5xx,
    call("status === undefined || status === 408", "status === 408"),
    call("status === 408 || ", ""),
    call("|| status === 429", ""),
  ],
  "rule:retry.never": [
    call("(status >= 500 && status <= 599)", "(status >= 400 && status <= 599)"),
    repeated(409),
    repeated(403),
    repeated(400),
    repeated(404),
  ],
  "rule:retry.post-with-key": [
    keyEachTime,
    call("if (isMutating && !hasKey) return false", "if (isMutating) return false"),
  ],
  "rule:retry.in-progress": [call(' || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS"\n}', "\n}"), keyEachTime],
}

export const errorMutants: Readonly<Record<string, Mutants>> = { ...otherCodes, ...rules }
