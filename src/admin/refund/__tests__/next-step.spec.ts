import type {
  OnchainDestination,
  OnchainRefundAddressRequest,
  OnchainRefundDetail,
} from "../../../types/http"
import { ASK_CUSTOMER, NEW_ADDRESS, nextStep, preselected } from "../next-step"

const possible = { is_possible: true, reason: null }

const known: OnchainDestination = {
  id: "ocdst_1",
  label: "Her wallet",
  state: "approved",
  purpose: "refund",
  chain: "evm",
  network_id: "base-mainnet",
  network_name: "Base",
  address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  memo: null,
  checksum: "verified",
  is_observed_sender: false,
  customer: null,
  single_use_refund_id: null,
  created_by: null,
  created_at: "2026-11-01T00:00:00Z",
  approved_by: null,
  approved_at: null,
  last_used_at: null,
}
const sender = { ...known, id: "ocdst_2", is_observed_sender: true }

type Request = OnchainRefundAddressRequest
const request = (part: Partial<Request>): Request => ({
  id: "ocradr_1",
  state: "open",
  is_link_open: true,
  expires_at: "2026-12-01T00:00:00Z",
  created_at: "2026-11-01T00:00:00Z",
  created_by: null,
  proposal: null,
  decided: null,
  destination_id: null,
  choices: { approve: possible, decline: possible },
  ...part,
})
const proposalOf = (revision: number): Request["proposal"] => ({
  network_id: "base-mainnet",
  network_name: "Base",
  address: known.address,
  memo: null,
  has_no_memo: false,
  proposed_at: "2026-11-02T00:00:00Z",
  revision,
  is_signed: false,
  signature_state: "not_signed",
  is_observed_sender: false,
  explorer: { tx_url: null, address_url: null },
})
const proposed = request({ state: "proposed", proposal: proposalOf(1) })
const changed = request({ state: "proposed", proposal: proposalOf(2) })

type Refund = Pick<OnchainRefundDetail, "state" | "address_request" | "destinations" | "choices">
const refund = (part: Partial<Refund> = {}): Refund => ({
  state: "due",
  address_request: null,
  destinations: [],
  choices: { quote: possible, settle: possible, ask_address: possible },
  ...part,
})

describe("where a refund goes unless the operator chooses", () => {
  it.each([
    ["never the sender of the payment", refund({ destinations: [sender] }), ""],
    [
      "the address that was approved for it, among others",
      refund({
        address_request: request({ state: "approved", destination_id: sender.id }),
        destinations: [known, sender],
      }),
      sender.id,
    ],
  ])("%s", (_case, given, to) => {
    expect(preselected(given)).toBe(to)
  })
})

describe("the next step of a refund", () => {
  it.each([
    ["due, nothing known", refund(), "", "ask_address", "choose"],
    ["due, known address", refund({ destinations: [known] }), "", "quote", "ready"],
    ["due, entered address", refund({ destinations: [known] }), NEW_ADDRESS, "save_address", "choose"],
    ["due, customer asked instead", refund({ destinations: [known] }), ASK_CUSTOMER, "ask_address", "choose"],
    ["due, several known addresses", refund({ destinations: [known, sender] }), "", "quote", "choose"],
    ["link open", refund({ address_request: request({}) }), "", null, "asked"],
    [
      "link open, paid elsewhere",
      refund({ address_request: request({}), destinations: [known] }),
      known.id,
      "quote",
      "ready",
    ],
    ["proposed", refund({ address_request: proposed }), "", "approve_address", "proposed"],
    ["changed", refund({ address_request: changed }), "", "approve_address", "changed"],
    [
      "proposed, another chosen",
      refund({ address_request: proposed, destinations: [known] }),
      known.id,
      "quote",
      "proposed",
    ],
    ["declined", refund({ address_request: request({ state: "declined" }) }), "", "ask_address", "declined"],
    ["expired", refund({ address_request: request({ state: "expired" }) }), "", "ask_address", "expired"],
    ["quoted", refund({ state: "quoted" }), "", null, null],
    ["quoted, then changed", refund({ state: "quoted", address_request: changed }), "", null, "void"],
    [
      "confirmed, with an old proposal",
      refund({ state: "confirmed", address_request: changed }),
      "",
      null,
      null,
    ],
    ["sent", refund({ state: "sent" }), "", null, null],
    ["done", refund({ state: "done" }), "", null, null],
  ] as const)("%s", (_case, given, chosen, primary, situation) => {
    expect(nextStep(given, chosen, true)).toMatchObject({ primary, situation })
  })

  it("of a user who may not pay is to ask the customer or to mark it as paid elsewhere", () => {
    expect(nextStep(refund(), "", false)).toMatchObject({ primary: "ask_address", situation: "off" })
    expect(nextStep(refund({ destinations: [known] }), "", false).primary).toBe("settle")
  })
})
