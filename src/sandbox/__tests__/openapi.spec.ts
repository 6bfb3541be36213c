import { readFileSync } from "node:fs"
import path from "node:path"
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020"
import { parseAssumptions } from "../../gateway/assumptions"
import { endpointNames, endpoints, pathOf, type EndpointName } from "../../gateway/contract"
import { inProcess } from "./in-process"
import { callWholeSurface } from "./whole-surface"

type Content = { content: { "application/json": { schema: object } } }
type Operation = { responses: { "2XX": Content } }
type Document = { paths: Record<string, Record<string, Operation>>; components: object }

const file = path.join(__dirname, "../../../docs/developers/openapi.json")
const { paths, components } = JSON.parse(readFileSync(file, "utf8")) as Document

const errorSchema = { $ref: "#/components/schemas/Error" }

function schemaOf(endpoint: EndpointName, status: number): object {
  if (status >= 300) return errorSchema
  const path = pathOf(endpoint, parseAssumptions()) ?? ""
  const operation = paths[path]?.[endpoints[endpoint].method.toLowerCase()]
  if (!operation) throw new Error(`docs/developers/openapi.json has no ${endpoint}`)
  return operation.responses["2XX"].content["application/json"].schema
}

describe("docs/developers/openapi.json", () => {
  it("describes every answer of the sandbox", async () => {
    const sandbox = inProcess()
    const answers = await callWholeSurface(sandbox)
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const validators = new Map<object, ValidateFunction>()
    const validatorOf = (schema: object) => {
      const validate = validators.get(schema) ?? ajv.compile({ ...schema, components })
      validators.set(schema, validate)
      return validate
    }
    const seen = new Set<EndpointName>()
    for (const { requestId, endpoint, status } of sandbox.control.requests()) {
      const text = answers.find((answer) => answer.requestId === requestId)?.text
      if (text === undefined || endpoint === undefined || status === null) continue
      const validate = validatorOf(schemaOf(endpoint, status))
      validate(JSON.parse(text))
      expect({ endpoint, status, problems: validate.errors ?? [] }).toEqual({
        endpoint,
        status,
        problems: [],
      })
      if (status < 300) seen.add(endpoint)
    }
    expect([...seen].sort()).toEqual([...endpointNames].sort())
  })
})
