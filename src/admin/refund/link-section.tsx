import { Alert, Copy, Text } from "@medusajs/ui"
import type {
  OnchainCreatedAddressRequest,
  OnchainRefundAddressRequest,
  OnchainRefundDetail,
} from "../../types/http"
import { addressOf } from "../lib/sdk"
import { DrawerSection } from "../ui/drawer"
import { type Fact, Facts } from "../ui/facts"
import { formatAge, formatInstant } from "../ui/format"
import { networkName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { type Texts, useTexts } from "../ui/texts"

type LinkSectionProps = {
  request: OnchainRefundDetail["address_request"]
  /** Made in this drawer: its address is shown once. */
  link: OnchainCreatedAddressRequest | null
}

/** The link by which the customer proposes an address, and what they proposed. */
export function LinkSection({ request, link }: LinkSectionProps) {
  const { t, locale, texts } = useTexts()
  if (!request && !link) return null
  const decided = request?.decided ?? null
  return (
    <DrawerSection title="refundLink.title">
      {link && <NewLink link={link} />}
      {request && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge of="refundAddressState" state={request.state} />
            <Text size="small" className="text-ui-fg-subtle">
              {t(`refundAddressState.${request.state}.sentence`, {
                date: formatInstant(request.expires_at, locale),
              })}
            </Text>
          </div>
          <Facts
            facts={[
              ...(request.proposal ? proposalFacts(request.proposal, texts) : []),
              [
                "refundLink.made",
                `${formatInstant(request.created_at, locale)} · ${request.created_by ?? t("detail.user")}`,
              ],
              [
                "refundLink.decided",
                decided && `${decided.by ?? t("detail.user")} · ${formatInstant(decided.at, locale)}`,
              ],
              ["field.note", decided?.note ?? null, "note"],
            ]}
          />
          {request.proposal?.is_observed_sender && (
            <Alert variant="warning">{t("withdrawal.senderWarning")}</Alert>
          )}
        </>
      )}
    </DrawerSection>
  )
}

type Proposal = NonNullable<OnchainRefundAddressRequest["proposal"]>

/** What an operator compares before approving. */
export function proposalFacts(proposal: Proposal, { t, locale }: Texts): Fact[] {
  const { address, memo, has_no_memo: hasNoMemo, revision, explorer } = proposal
  const age = formatAge(proposal.proposed_at, Date.now(), locale)
  return [
    ["field.network", networkName(proposal)],
    ["field.address", address, "exact", explorer.address_url],
    ["field.memo", memo ?? (hasNoMemo ? t("refund.noMemo") : null), memo === null ? undefined : "exact"],
    ["refundLink.proof", t(proposal.is_signed ? "refundLink.signed" : "refundLink.notSigned")],
    ["refundLink.proposed", revision > 1 ? t("refundLink.revision", { age, count: revision - 1 }) : age],
  ]
}

function NewLink({ link }: { link: OnchainCreatedAddressRequest }) {
  const { t } = useTexts()
  const url = addressOf(link)
  return (
    <div className="bg-ui-bg-subtle flex flex-col gap-y-2 rounded-lg border p-3" role="status">
      <div className="flex items-start gap-x-2">
        <code className="txt-small min-w-0 grow break-all font-mono [font-variant-ligatures:none]">
          {url}
        </code>
        <Copy content={url} variant="mini" aria-label={t("detail.copy", { name: t("refundLink.url") })} />
      </div>
      <Text size="small">{t("refundLink.once")}</Text>
      {link.sent !== null && (
        <Text size="small" className={link.sent === "failed" ? "text-ui-fg-error" : "text-ui-fg-subtle"}>
          {t(`refundLink.${link.sent}`)}
        </Text>
      )}
    </div>
  )
}
