import fc from "fast-check"
import { parseAssumptions, type Assumptions } from "../assumptions"
import {
  ContractError,
  errorBodySchema,
  eventResource,
  unwrapList,
  unwrapResource,
  webhookEnvelopeSchema,
  type WireRecord,
} from "../contract"
import { contractSamples } from "./contract-samples"

const sets: [name: string, Assumptions][] = [
  ["the defaults", parseAssumptions()],
  [
    "other names",
    parseAssumptions({
      ids: { invoice: ["uid"], withdrawal: ["uid"], intent: ["uid"], customer: ["uid"], quote: ["uid"] },
      envelopes: { invoice: ["result"], withdrawal: ["result"], intent: ["result"], customer: ["result"] },
      list: { itemsFields: [""], nextCursorField: "next" },
      fields: { withdrawal: { amount: "toString" }, token: { decimals: "constructor.length" } },
      events: { envelopes: { invoice: ["resource"], withdrawal: ["resource"] } },
    }),
  ],
]

/** Any JSON, with names that mean something to JavaScript among its own. */
const names = fc.oneof(
  fc.string(),
  fc.constantFrom("__proto__", "constructor", "length", "id", "data", "error")
)
const value = fc.jsonValue({ maxDepth: 2 })
const json = fc.oneof(
  value,
  fc.dictionary(names, value, { noNullPrototype: true }),
  fc.array(fc.dictionary(names, value))
)
const record = fc.dictionary(names, json)

/** A valid record with one of its values, however deep, replaced by any JSON. */
function damaged(sample: object): fc.Arbitrary<WireRecord> {
  const paths = pathsOf(sample)
  return fc
    .tuple(fc.constantFrom(...paths), json)
    .map(([path, value]) => replaced({ ...sample }, path, value))
}

function pathsOf(value: object, path: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = [...path, key]
    return typeof inner === "object" && inner !== null ? [here, ...pathsOf(inner, here)] : [here]
  })
}

function replaced(original: WireRecord, [key = "", ...rest]: string[], value: unknown): WireRecord {
  const inner = original[key]
  const isDeeper = rest.length > 0 && typeof inner === "object" && inner !== null
  return { ...original, [key]: isDeeper ? replaced({ ...inner }, rest, value) : value }
}

/** What was read, or undefined for a ContractError; whatever else is thrown fails the property. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    expect(error.problems.length).toBeGreaterThan(0)
    return undefined
  }
}

describe.each(sets)("with %s", (_, assumptions) => {
  test.each(Object.entries(contractSamples))(
    "%s reads anything or throws a ContractError",
    (_name, parser) => {
      const records = fc.oneof(record, damaged(parser.sample), damaged(parser.sample))
      fc.assert(fc.property(records, (value) => void attempt(() => parser.parse(value, assumptions))))
    }
  )

  test("an object in the place of a text is refused, even where its length cannot be compared", () => {
    const parser = contractSamples.parseEnsuredAddress
    const odd = { ...parser.sample, address: { address: { length: { toString: {} } } } }
    expect(() => parser.parse(odd, assumptions)).toThrow(ContractError)
  })

  test("resources, lists and their cursors are unwrapped or refused with a ContractError", () => {
    fc.assert(
      fc.property(json, (body) => {
        attempt(() => unwrapResource(body, "invoice", assumptions))
        const page = attempt(() => unwrapList(body, "invoice", assumptions))
        expect(["string", "undefined"]).toContain(typeof page?.nextCursor)
      })
    )
  })

  test("whatever an envelope holds, the resource of its event is a record", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("invoice.paid", "deposit.assigned", "withdrawal.x", "?"),
        record,
        (event, data) => {
          expect(webhookEnvelopeSchema.safeParse({ event, data }).success).toBe(true)
          const resource = eventResource({ event, data }, assumptions)
          expect([typeof resource, Array.isArray(resource)]).toEqual(["object", false])
        }
      )
    )
  })
})

test.each(Object.entries(contractSamples))("%s accepts the sample that is damaged above", (_name, parser) => {
  expect(parser.parse(parser.sample, parseAssumptions())).toBeDefined()
})

test("an error body and a webhook's envelope of any shape are judged without throwing", () => {
  const error = json.map((value) => ({ error: value }))
  const coded = fc
    .record({ code: json, message: json, details: json, requestId: json })
    .map((value) => ({ error: value }))
  fc.assert(
    fc.property(fc.oneof(json, error, coded), (body) => {
      expect(typeof errorBodySchema.safeParse(body).success).toBe("boolean")
      expect(typeof webhookEnvelopeSchema.safeParse(body).success).toBe("boolean")
    })
  )
})

test("a code survives whatever companions it has", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), json, json, json, (code, message, details, requestId) => {
      const parsed = errorBodySchema.safeParse({ error: { code, message, details, requestId } })
      expect(parsed.data?.error.code).toBe(code)
    })
  )
})
