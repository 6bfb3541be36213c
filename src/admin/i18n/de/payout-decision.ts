import type { Words } from "../locale-words"

export const payoutDecision: Words = {
  payout: {
    quote: {
      button: "Angebot anfordern",
      again: "Neues Angebot anfordern",
      done: "Neues Angebot erhalten. Prüfen Sie es, bevor Sie fortfahren.",
      waiting: "Der Anbieter hat nicht geantwortet. Versuchen Sie es gleich noch einmal.",
      notGiven: "Kein neues Angebot. {{error}}",
    },
    confirm: {
      button: "Bestätigen und senden",
      done: "{{amount}} ist unterwegs.",
      secondButton: "Zur Freigabe senden",
      secondDone: "Bestätigt. Warten auf einen anderen Benutzer.",
    },
    approve: { button: "Freigeben und senden", done: "{{amount}} ist unterwegs." },
    cancel: { button: "Abhebung stornieren", done: "Storniert. Es wurde nichts gesendet." },
    adopt: {
      button: "Anbieter-ID eingeben",
      label: "Abhebungs-ID beim Anbieter",
      done: "Gefunden. Der Status wird weiter geprüft.",
    },
    write_off: {
      button: "Als nicht gesendet schließen",
      label: "Was Sie geprüft haben",
      placeholder: "Wo und wann Sie nachgesehen haben",
      notThis: "Andere Abhebungen beim Anbieter",
      notThisHint: "Optional: IDs, die nicht zu dieser Abhebung gehören, durch Kommas getrennt.",
      done: "Als nicht gesendet geschlossen.",
    },
    acknowledge: {
      button: "Als geprüft markieren",
      label: "Was Sie festgestellt haben",
      placeholder: "Was Sie verglichen haben und was stimmt",
      done: "Als geprüft markiert.",
    },
    end: {
      button: "Abhebung schließen",
      outcome: "Ergebnis",
      paid: { label: "Ausgezahlt", text: "Das Geld ist angekommen." },
      not_paid: { label: "Nicht ausgezahlt", text: "Das Geld gehört weiterhin Ihnen." },
      lostButton: "Als ausgezahlt markieren",
      transaction: "Transaktions-Hash",
      label: "Was Sie geprüft haben",
      placeholder: "Wo und wann Sie nachgesehen haben",
      done: "Geschlossen. Ein späteres Ergebnis des Anbieters zählt trotzdem.",
    },
    check: { button: "Jetzt prüfen", done: "Geprüft." },
  },
  payoutQuestion: {
    confirm: {
      title: "{{amount}} senden?",
      text: "Das Geld geht sofort von Ihrem Guthaben ab.",
      secondTitle: "{{amount}} bestätigen und zur Freigabe senden?",
      secondText: "Ein anderer Benutzer muss die Abhebung erst freigeben.",
      thirdText: "{{by}} hat die Abhebung angefordert, daher muss ein dritter Benutzer sie erst freigeben.",
    },
    approve: {
      title: "{{amount}} freigeben und senden?",
      text: "{{by}} hat die Abhebung angefordert. Das Geld geht sofort von Ihrem Guthaben ab.",
    },
    cancel: {
      title: "Abhebung von {{amount}} stornieren?",
      text: "Es wurde nichts gesendet. Sie können eine neue anfordern.",
    },
    adopt: {
      title: "{{amount}} über die Anbieter-ID finden",
      text: "Netzwerk, Token, Betrag und Adresse müssen übereinstimmen.",
    },
    write_off: {
      title: "{{amount}} als nicht gesendet schließen?",
      text: "Sehen Sie zuerst im Dashboard des Anbieters nach: Solange die Abhebung dort auf Guthaben oder Gas wartet, hat sie keine Transaktion. Zahlt der Anbieter sie doch noch aus, führt eine neue Abhebung zur doppelten Zahlung.",
    },
    acknowledge: {
      title: "{{amount}} als geprüft markieren?",
      text: "{{what}} Die Warnung erscheint wieder, wenn der Anbieter etwas anderes meldet.",
    },
    end: {
      title: "Abhebung von {{amount}} schließen?",
      text: "Seit Tagen keine Meldung des Anbieters. Prüfen Sie zuerst sein Dashboard und das Netzwerk: Zahlt er noch aus, was Sie als nicht ausgezahlt schließen, führt eine neue Abhebung zur doppelten Zahlung.",
      lostTitle: "{{amount}} als ausgezahlt markieren?",
      lostText:
        "Die Transaktion ist der Nachweis. Eine Erstattung, die sie auszahlt, wird ebenfalls geschlossen.",
    },
  },
}
