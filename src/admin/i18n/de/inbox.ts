import type { Words } from "../locale-words"

export const inbox: Words = {
  deliveryHistory: { rerun: "Erneut ausgeführt", test_sent: "Testereignis gesendet" },
  deliveryState: {
    received: {
      name: "Wartend",
      sentence: "In der Warteschlange. Der Abstand zwischen den Versuchen wächst.",
    },
    processing: { name: "In Bearbeitung", sentence: "Wird verarbeitet." },
    processed: { name: "Erledigt", sentence: "Verarbeitet." },
    ignored: {
      name: "Ignoriert",
      sentence: "Für diesen Shop ist nichts zu tun.",
    },
    dead: {
      name: "Fehlgeschlagen",
      sentence:
        "Keine Versuche mehr übrig. Beheben Sie den Fehler und führen Sie den Webhook erneut aus. Geplante Statusprüfungen laufen weiter.",
    },
  },
  deliveries: {
    title: "Webhooks",
    subtitle: "Ereignisse vom Anbieter.",
    searchHint: "Webhook- oder Ressourcen-ID",
    open: "{{name}}, diesen Webhook öffnen",
    none: "Noch keine Webhooks",
    noneHint: "Der Anbieter sendet einen, wenn sich eine Zahlung ändert.",
    noneMatch: "Kein passender Webhook",
    loadFailed: "Die Webhooks konnten nicht geladen werden.",
  },
  delivery: {
    title: "Webhook",
    loadFailed: "Der Webhook konnte nicht geladen werden.",
    notFound: "Dieser Webhook existiert nicht oder wurde gelöscht.",
    lastError: "Letzter Fehler: {{error}}",
    facts: "Zustellung",
    id: "Webhook-ID",
    next: "Nächster Versuch",
    handled: "Verarbeitet",
    body: "Inhalt",
    bodyHint: "Wie empfangen. Der Status wird immer beim Anbieter abgefragt.",
    copyBody: "Inhalt kopieren",
    action: "Aktionen",
  },
  rerun: {
    title: "Erneut ausführen",
    text: "Verarbeitet ihn wie einen neuen Webhook.",
    button: "Erneut ausführen",
    done: "In Warteschlange",
    not: {
      received: "Er ist in der Warteschlange.",
      processing: "Er wird gerade verarbeitet.",
    },
    question: "Diesen Webhook erneut ausführen?",
    effect: "{{event}} wird wie ein neues Ereignis verarbeitet.",
    safe: "Nichts wird doppelt erfasst. Es wird kein Geld gesendet.",
  },
}
