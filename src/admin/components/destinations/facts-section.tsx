import { Text } from "@medusajs/ui"
import type { OnchainDestinationDetail } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Age } from "../age"
import { Copyable } from "../copyable"
import { CustomerLink } from "../customer-link"
import { DrawerSection } from "../drawer-section"
import { Facts } from "../facts"

/** The address in full, with everything that tells it from another one. */
export function FactsSection({ destination }: { destination: OnchainDestinationDetail }) {
  const { t } = useTexts()
  const { memo, network_id: id, network_name: name, customer, last_used_at: lastUsed } = destination
  const exact = (text: string) => <span className="break-all font-mono">{text}</span>
  const person = (who: string | null) => <span className="break-words">{who ?? t("acting.somebody")}</span>
  return (
    <DrawerSection title={t("destination.facts")}>
      <Facts
        facts={[
          { name: t("destination.address"), value: exact(destination.address) },
          { name: t("destination.memo"), value: memo === null ? t("destination.noMemo") : exact(memo) },
          {
            name: t("destination.network"),
            value: <span className="break-words">{name === id ? id : `${name} (${id})`}</span>,
          },
          {
            name: t("destination.checksum"),
            value: t(
              destination.checksum === "verified"
                ? "destination.checksumVerified"
                : "destination.checksumAbsent"
            ),
          },
          customer
            ? { name: t("destination.customer"), value: <CustomerLink customer={customer} /> }
            : { name: t("destination.purpose"), value: t(`destinationPurpose.${destination.purpose}`) },
          ...(destination.is_observed_sender
            ? [{ name: t("destination.sender"), value: t("destination.senderText") }]
            : []),
          { name: t("destination.created"), value: person(destination.created_by) },
          ...(destination.approved_at
            ? [{ name: t("destination.approved"), value: person(destination.approved_by) }]
            : []),
          {
            name: t("destination.lastUsed"),
            value: lastUsed ? <Age at={lastUsed} /> : t("destination.never"),
          },
          {
            name: t("destination.id"),
            value: <Copyable value={destination.id} name={t("destination.id")} />,
          },
        ]}
      />
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("destination.fixed")}
      </Text>
    </DrawerSection>
  )
}
