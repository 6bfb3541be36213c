import { Heading, Text } from "@medusajs/ui"
import { useId } from "react"
import { useTexts } from "../../hooks/use-texts"
import { en } from "../../i18n/en"
import { Figures } from "./figures"

/** What the server that answered has counted since it started. A counter without words is shown by its own name. */
export function CounterSummary({ counters }: { counters: Record<string, number> }) {
  const { t, locale } = useTexts()
  const id = useId()
  const format = new Intl.NumberFormat(locale)
  const nameOf = (name: string) =>
    Object.hasOwn(en.health.counter, name) ? t(`health.counter.${name}`) : name
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 px-6 py-4">
      <div>
        <Heading level="h2" id={id}>
          {t("health.counters")}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("health.countersHint")}
        </Text>
      </div>
      <Figures
        figures={Object.entries(counters).map(([name, count]) => [nameOf(name), format.format(count)])}
      />
    </section>
  )
}
