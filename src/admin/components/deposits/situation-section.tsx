import { Alert, Text } from "@medusajs/ui"
import type { OnchainDepositDetail } from "../../../types/http"
import { orderName } from "../../naming/order-name"
import { useTexts } from "../../hooks/use-texts"
import { describeAssignment } from "../../i18n/deposit-wording"
import { DrawerSection } from "../drawer-section"
import { TextLink } from "../text-link"
import { Comparison } from "./comparison"

/** Why the deposit is here, what was expected, and what has become of the last attempt to resolve it. */
export function SituationSection({ deposit }: { deposit: OnchainDepositDetail }) {
  const { t } = useTexts()
  const { assigned_to: target } = deposit
  return (
    <DrawerSection title={t("detail.why")}>
      <Text size="small">{describeAssignment(deposit.assignment_status, t).sentence}</Text>
      {deposit.expected && <Comparison deposit={deposit} expected={deposit.expected} />}
      {target?.order && (
        <Text size="small">
          {t(deposit.state === "assigned" ? "detail.paid" : "detail.chosen")}{" "}
          <TextLink to={`/orders/${target.order.id}`}>{orderName(target.order, t)}</TextLink>
        </Text>
      )}
      {!deposit.is_confirmed && (
        <Alert variant="warning">
          {t(deposit.reported_state === "unknown" ? "detail.unlisted" : "detail.unconfirmed", {
            state: t(`state.${deposit.reported_state ?? deposit.state}`),
          })}
        </Alert>
      )}
      {deposit.state === "in_review" && deposit.last_error && (
        <Alert variant="warning">{t("detail.lastError", { error: deposit.last_error })}</Alert>
      )}
    </DrawerSection>
  )
}
