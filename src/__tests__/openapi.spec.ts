import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { parseAssumptions } from "../gateway/assumptions"
import { endpointNames, endpoints, isAssumed, pathOf, type Endpoint } from "../gateway/contract"
import { repository } from "./source-tree"

type Reference = { $ref: string }
type Operation = {
  operationId: string
  security: object[]
  parameters: (Reference | { name: string; in: string })[]
  requestBody?: { content: { "application/json": { schema: Reference } } }
  responses: Record<string, Reference | { content: { "application/json": { schema: object } } }>
  "x-undocumented"?: boolean
}
type Document = { paths: Record<string, Record<string, Operation>>; components: object }

const file = path.join(repository, "docs/developers/openapi.json")
const written = JSON.parse(readFileSync(file, "utf8")) as Document
const assumptions = parseAssumptions()

function operationOf(name: (typeof endpointNames)[number]): Operation {
  const operation = written.paths[pathOf(name, assumptions) ?? ""]?.[endpoints[name].method.toLowerCase()]
  if (!operation) throw new Error(`docs/developers/openapi.json has no ${name}`)
  return operation
}

describe("docs/developers/openapi.json", () => {
  it("is valid OpenAPI 3.1", () => {
    const validator = "node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js"
    const verdict = execFileSync(process.execPath, [path.join(repository, validator), file], {
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: "" },
    })
    expect(JSON.parse(verdict)).toEqual({ valid: true })
  })

  it("points to nothing that is not there", () => {
    const references = [...JSON.stringify(written).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = ""]) => to)
    const resolve = (to: string) =>
      to.split("/").reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], written)
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter((to) => resolve(to) === undefined)).toEqual([])
  })

  it.each(endpointNames)("describes %s like the contract", (name) => {
    const endpoint: Endpoint = endpoints[name]
    const operation = operationOf(name)
    const keys = { standard: ["standardKey"], payout: ["payoutKey"], by_body: ["standardKey", "payoutKey"] }
    expect(operation.security.flatMap((way) => Object.keys(way))).toEqual(keys[endpoint.key])
    expect(operation["x-undocumented"] ?? false).toBe(isAssumed(endpoint.path))
    expect(operation.requestBody !== undefined).toBe(endpoint.request !== undefined)
    const shared = operation.parameters.map((parameter) => ("$ref" in parameter ? parameter.$ref : ""))
    expect(shared.includes("#/components/parameters/IdempotencyKey")).toBe(endpoint.isMutating)
    expect(shared.includes("#/components/parameters/Cursor")).toBe(endpoint.answer === "list")
    const inPath = operation.parameters.flatMap((parameter) =>
      "in" in parameter && parameter.in === "path" ? [`{${parameter.name}}`] : []
    )
    expect(inPath).toEqual(pathOf(name, assumptions)?.match(/\{\w+\}/g) ?? [])
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["2XX", "401", "429", "5XX"]))
  })
})
