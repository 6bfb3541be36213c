import { dayOf } from "../../../src/domain/finance/report-day"
import type { OnchainReportResponse } from "../../../src/types/http"
import type { StoreUnderTest } from "./store-suite"
import { refusalOf } from "./withdrawals"

const DAY_MS = 86_400_000

/** Stories of large reports, and of many. @param report makes one */
export function reportLimitStories(store: StoreUnderTest, report: () => Promise<{ id: string }>): void {
  it("has a file of its differences however many there are", async () => {
    const { id } = await report()
    const many = 70_000
    await store.db.raw(
      `INSERT INTO onchain_report_difference (environment, business_id, id, report_id, match_key, kind, day, network_id, token, found, explanation)
       SELECT 'sandbox', ?, 'ocrpd_' || n, ?, 'inv_' || n, 'payout_unknown', '2026-01-02', 'base-mainnet', 'USDC', '1', 'A payout.'
       FROM generate_series(1, ?::int) AS n`,
      [store.sandbox.credentials.businessId ?? "", id, many]
    )
    const path = `/admin/onchain/reports/${id}`
    const text = await store.merchant.get<string>(`${path}/csv?part=differences`)
    expect(text.split("\r\n")).toHaveLength(1 + many + 1)
    const { report: shown } = await store.merchant.get<OnchainReportResponse>(path)
    expect(shown.differences).toHaveLength(500)
  })

  it("is created at most twenty times an hour per user", async () => {
    const ask = (n: number) => {
      const from = dayOf(new Date(Date.now() - n * DAY_MS))
      return store.merchant.post("/admin/onchain/reports", { from, to: from })
    }
    for (let n = 1; n <= 20; n++) await ask(n)
    expect(await refusalOf(ask(21))).toMatchObject({
      status: 400,
      message: expect.stringContaining("20 reports within an hour"),
    })
    await store.db.raw("UPDATE onchain_report SET state = 'failed'")
  })
}
