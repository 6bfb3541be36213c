import { PayoutAccessLog } from "../../src/modules/onchain/payout/payout-service"
import { optionsWith } from "../../src/modules/onchain/options/__tests__/valid-options"
import { together, describeTables } from "./onchain-module"

const BOTH = ["user_ada", "user_bob"]
type Payouts = NonNullable<Parameters<typeof optionsWith>[0]>["payouts"]

describeTables(({ knex }) => {
  const lines: string[] = []
  beforeEach(async () => {
    // The suite's module has recorded its own options at its start.
    await knex("onchain_audit_entry").delete()
    lines.length = 0
  })

  /** A start of the store with these options. */
  async function start(payouts: Payouts): Promise<PayoutAccessLog> {
    const logger = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
    const log = new PayoutAccessLog(knex, optionsWith({ payouts }), logger)
    await log.noteAtStart()
    return log
  }
  const entries = () =>
    knex("onchain_audit_entry")
      .where({ subject_type: "payout_access" })
      .orderBy("created_at")
      .select("action", "before", "after")

  test("the first start records who may move money out, and starts without a change add nothing", async () => {
    const log = await start({ allowedUsers: ["user_ada"] })
    await start({ allowedUsers: ["user_ada", "user_ada"] })
    await log.note()
    const after = { allowedUsers: ["user_ada"], allowApiKeys: false, approval: "none" }
    expect(await entries()).toEqual([{ action: "payout_access.changed", before: null, after }])
    expect(lines).toEqual(["onchain: money out is allowed to user_ada; API keys may not; approval none"])
    expect(await log.lastChangeAt()).toBeNull()
  })

  test("a change is an audit entry and a log line, with ids only", async () => {
    await start({ allowedUsers: ["user_ada"] })
    const log = await start({ allowedUsers: BOTH, approval: "second_user" })
    await start({ allowApiKeys: true })
    expect(await entries()).toMatchObject([
      { after: { allowedUsers: ["user_ada"] } },
      { before: { allowedUsers: ["user_ada"] }, after: { allowedUsers: BOTH, approval: "second_user" } },
      { before: { allowedUsers: BOTH }, after: { allowedUsers: [], allowApiKeys: true } },
    ])
    expect(lines.slice(1)).toEqual([
      "onchain: the options of payouts have changed: money out is allowed to user_ada, user_bob; API keys may not; approval second_user. " +
        "Before: money out is allowed to user_ada; API keys may not; approval none",
      "onchain: the options of payouts have changed: money out is allowed to nobody; their API keys may too; approval none. " +
        "Before: money out is allowed to user_ada, user_bob; API keys may not; approval second_user",
    ])
    expect(await log.lastChangeAt()).toBeInstanceOf(Date)
  })

  test("of ten processes that start with a change, one records it", async () => {
    await start({ allowedUsers: ["user_ada"] })
    await together(10, () => start({ allowedUsers: BOTH }))
    expect(await entries()).toHaveLength(2)
    expect(lines).toHaveLength(2)
  })

  test("an unavailable database does not stop the store, and the first payout records the change", async () => {
    await knex.raw("ALTER TABLE onchain_audit_entry RENAME TO onchain_audit_entry_away")
    let log: PayoutAccessLog
    try {
      log = await start({ allowedUsers: ["user_ada"] })
      expect(lines).toEqual([expect.stringContaining("could not be compared")])
      await expect(log.note()).rejects.toThrow()
    } finally {
      await knex.raw("ALTER TABLE onchain_audit_entry_away RENAME TO onchain_audit_entry")
    }
    await log.note()
    expect(await entries()).toHaveLength(1)
  })
})
