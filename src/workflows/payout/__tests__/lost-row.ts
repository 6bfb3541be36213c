import OnchainWithdrawal from "../../../modules/onchain/models/withdrawal"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-store"
import { emptyRow } from "../../../modules/onchain/work/__tests__/empty-row"

const AT = new Date("2026-01-02T09:00:00Z")

/** A withdrawal of the treasury that was sent, and may or may not have reached the service. */
export const lostRow = (change: Partial<WithdrawalRow> = {}): WithdrawalRow =>
  ({
    ...emptyRow(Object.keys(OnchainWithdrawal.schema)),
    id: "ocwd_1",
    environment: "sandbox",
    business_id: "biz_1",
    destination_id: "ocdst_1",
    destination_address: "0x52908400098527886E0F7030069857D2E4169EE7",
    destination_memo: "",
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    amount: "10",
    request_key: "request_1",
    requested_by: "user_1",
    state: "unknown",
    revision: 0,
    state_at: AT,
    quote_id: "quote_1",
    create_key: "wd_create_1",
    evidence: "unanswered",
    first_sent_at: AT,
    created_at: AT,
    updated_at: AT,
    ...change,
  }) as WithdrawalRow
