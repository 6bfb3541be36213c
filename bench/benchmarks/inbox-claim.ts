import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import type { Benchmark } from "../benchmark"
import { timeInTurn } from "../database/interleaved"
import { explain } from "../database/query-plans"
import { createScaledDatabases } from "../database/scaled-databases"
import { createRow, type Round } from "../report/row"

const processed = { few: 0, many: 1_000_000 }
const rounds = 5
const claimsPerRound = 200
const warmUpClaims = 200
/** Enough for every claim, including the warm-up and the explained one. */
const due = rounds * claimsPerRound + warmUpClaims + 10
const settings = { leaseMs: 600_000, maxAttempts: 3 }

const scope = { environment: "sandbox", businessId: "biz_1" }
const FILL = `
  INSERT INTO onchain_webhook_delivery (environment, business_id, id, event, resource_id, raw_body, state, attempts, received_at, next_attempt_at)
  SELECT 'sandbox', 'biz_1', ?::text || n, 'invoice.paid', 'inv_' || n, '{"event":"invoice.paid","data":{"id":"inv_' || n || '"}}', ?::text,
    ?::int, now(), now() - n * interval '1 millisecond'
  FROM generate_series(1, ?::int) AS n`

/** Claiming a delivery, with a million finished rows in the inbox against none. */
export const inboxClaim: Benchmark = {
  rows: ["inbox_claim"],
  async measure({ teardown, say }) {
    const { few, many } = await createScaledDatabases(teardown, async (knex, size) => {
      await knex.raw(FILL, ["done_", "processed", 1, processed[size]])
      await knex.raw(FILL, ["due_", "received", 0, due])
    })
    say(`${processed.many} deliveries in the inbox against ${processed.few}, and ${due} due in both`)
    const [ours, peer] = [new Inbox(many, scope, settings), new Inbox(few, scope, settings)]
    await explain(many, say, () => claim(ours))
    const sides = { ours: () => claim(ours), peer: () => claim(peer) }
    await timeInTurn(sides, warmUpClaims)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      const times = await timeInTurn(sides, claimsPerRound)
      say(`claim, round ${round}: ${times.ours.toFixed(2)} ms against ${times.peer.toFixed(2)} ms`)
      measured.push(times)
    }
    return [createRow("inbox_claim", "ms", { of: "ratio", is: "<=", limit: 1.2 }, measured)]
  },
}

async function claim(inbox: Inbox): Promise<void> {
  if (!(await inbox.claim())) throw new Error("There is no delivery left to claim")
}
