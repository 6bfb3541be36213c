import { parseAssumptions } from "../../src/gateway/assumptions"
import type { JsonObject } from "./json"
import { createPaths } from "./operations"
import { createSharedParameters } from "./parameters"
import { createSharedResponses, sharedHeaders } from "./responses"
import { createSchemas } from "./schemas"

const DESCRIPTION = `The payment service as this plugin knows it, generated from the schemas of its client and sandbox.

What the service does not document is our assumption and carries \`x-undocumented: true\`; the names here are the
defaults. Responses may hold more fields than are listed, and most fields may be absent or null.`

const SIGNED_HEADERS = ["X-Webhook-Signature", "X-Webhook-Timestamp", "X-Webhook-ID"]

/** The OpenAPI document of the service, under the default assumptions. */
export function createDocument(): JsonObject {
  const assumptions = parseAssumptions()
  const key = (description: string) => ({ type: "apiKey", in: "header", name: "x-api-key", description })
  return {
    openapi: "3.1.0",
    info: { title: "Crypto payment collection and payout service", version: "v1", description: DESCRIPTION },
    servers: [{ url: "{baseUrl}", variables: { baseUrl: { default: "https://service.example/api/v1" } } }],
    paths: createPaths(assumptions),
    webhooks: { event: { post: createWebhook() } },
    components: {
      securitySchemes: {
        standardKey: key("Standard key: everything except moving funds."),
        payoutKey: key("Payout key: withdrawals, payouts to recipients, refunds of deposits."),
      },
      parameters: createSharedParameters(assumptions),
      headers: sharedHeaders,
      responses: createSharedResponses(assumptions),
      schemas: createSchemas(assumptions),
    },
  }
}

function createWebhook(): JsonObject {
  const header = (name: string) => ({ name, in: "header", required: true, schema: { type: "string" } })
  const schema = { $ref: "#/components/schemas/WebhookEvent" }
  return {
    operationId: "receiveWebhook",
    summary: "Receive an event, signed over the raw body",
    security: [],
    parameters: SIGNED_HEADERS.map(header),
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "2XX": { description: "Accepted. Any other status leads to another attempt." } },
  }
}
