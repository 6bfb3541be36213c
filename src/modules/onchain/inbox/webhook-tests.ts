import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { TEST_EVENT, waitBeforeTest } from "../../../domain/inbox/delivery"
import type { Assumptions } from "../../../gateway/assumptions"
import { postDelivery } from "../../../gateway/client/http"
import { isRecord } from "../../../gateway/contract"
import { signDelivery } from "../../../gateway/signature"
import { noteAudit } from "../work/audit-log"
import { inScope, type Scope, scopeColumns } from "../work/claim"
import { DELIVERY } from "./delivery-list"

type Settings = { secrets: readonly string[]; signature: Assumptions["signature"]; timeoutMs: number }

type TestAnswer = { httpStatus: number | null; reason: string | null }

const ACTION = `${DELIVERY}.test_sent`
const MAX_RESPONSE_BYTES = 64 * 1024
/** Of an unknown server nothing else is repeated. */
const REFUSAL_CODE = /^[a-z_]{1,40}$/

/** Test events of the store to its own webhook address, signed as the provider signs. */
export class WebhookTests {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly settings: Settings,
    private readonly clock: () => number
  ) {}

  /** Registers a test with its audit entry. @returns the id of its delivery, or how long to wait for the next test */
  begin(actorId: string, url: string): Promise<{ deliveryId: string } | { waitMs: number }> {
    return this.knex.transaction(async (trx) => {
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:webhook_test', 0))")
      const own = inScope(this.scope)
      const { rows }: { rows: { ms: number | null }[] } = await trx.raw(
        `SELECT (extract(epoch FROM now() - max(created_at)) * 1000)::int AS ms FROM onchain_audit_entry
         WHERE subject_type = ? AND action = ? AND created_at > now() - interval '1 hour' AND ${own.sql}`,
        [DELIVERY, ACTION, ...own.bindings]
      )
      const waitMs = waitBeforeTest(rows[0]?.ms ?? null)
      if (waitMs > 0) return { waitMs }
      const deliveryId = generateEntityId(undefined, "test")
      const subject = { type: DELIVERY, id: deliveryId, ...scopeColumns(this.scope) }
      await noteAudit(trx, subject, { action: ACTION, actorId, before: null, after: { url } })
      return { deliveryId }
    })
  }

  /** Signs with the newest secret and posts. @param url as `webhookAddress` gives it, never text of a caller */
  async send(url: string, deliveryId: string): Promise<TestAnswer> {
    const body = JSON.stringify({ event: TEST_EVENT, data: {} })
    const [secret = ""] = this.settings.secrets
    const signed = { body: Buffer.from(body), deliveryId, timestampMs: this.clock(), secret }
    const { signature, timeoutMs } = this.settings
    const headers = signDelivery(signed, signature)
    const options = { timeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES }
    const answer = await postDelivery(url, { body, headers }, options)
    if (answer.kind === "lost") return { httpStatus: null, reason: answer.reason ?? answer.code }
    const { isJson } = answer.body
    const value = isJson ? answer.body.value : null
    const code = isRecord(value) && value.type === "webhook_refused" ? value.code : null
    const reason = typeof code === "string" && REFUSAL_CODE.test(code) ? code : null
    return { httpStatus: answer.status, reason }
  }
}
