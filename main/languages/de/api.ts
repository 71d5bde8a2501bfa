/** German for errors of calls to a distribution service. */
import type { ErrorCatalogue } from '../translation.ts';

const pathHint = (p: { readonly path: string }): string =>
  p.path === '' ? '' : ` Sie haben den Pfad ${p.path}: Lassen Sie ihn weg, außer der Dienst liegt dort.`;

export const api: ErrorCatalogue['api'] = {
  unknownHost: (p) =>
    `Die Adresse ${p.host} wurde nicht gefunden. Prüfen Sie die Schreibweise und ob dieser Computer online ist.`,
  connectionRefused: (p) =>
    `Unter ${p.host} antwortet nichts. Prüfen Sie Adresse und Port und ob der Dienst läuft.`,
  unreachable: (p) => `${p.host} ist nicht erreichbar (${p.reason}). Prüfen Sie die Netzwerkverbindung.`,
  connectionLost: (p) =>
    `Die Verbindung zu ${p.host} ist abgerissen. Prüfen Sie die Netzwerkverbindung und versuchen Sie es erneut.`,
  timeout: (p) =>
    `${p.host} hat sich ${p.seconds} Sekunden lang nicht gemeldet. Prüfen Sie die Netzwerkverbindung und versuchen Sie es erneut.`,
  cutShort: (p) =>
    `Die Verbindung zu ${p.host} ist zweimal an derselben Stelle abgerissen, nach ${p.size} der Datei: Etwas auf dem Weg lässt keinen größeren Upload zu. Bitten Sie, wer das Netzwerk oder den Dienst betreibt, um eine höhere Grenze, oder nutzen Sie ein anderes Netzwerk.`,
  largePackets: (p) =>
    `${p.host} antwortet, aber nichts von der Datei kommt durch: Etwas auf dem Weg verschluckt große Pakete. Stellen Sie für das Netzwerk oder sein VPN eine kleinere Paketgröße (MTU) ein, oder nutzen Sie ein anderes Netzwerk.`,
  certificate: (p) =>
    `Die Verbindung zu ${p.host} ist nicht sicher: ${p.reason}. Prüfen Sie die Adresse, oder fragen Sie, wer den Dienst betreibt.`,
  proxy: (p) =>
    `Der Proxy ${p.proxy} hat die Anfrage nicht durchgelassen: ${p.reason}. Prüfen Sie die Netzwerkeinstellungen.`,
  proxyPassword: (p) =>
    `Der Proxy ${p.proxy} verlangt Benutzernamen und Passwort. Tragen Sie beides in den Netzwerkeinstellungen ein.`,
  proxyRefused: (p) =>
    `Der Proxy ${p.proxy} nimmt Benutzernamen und Passwort nicht an. Berichtigen Sie sie in den Netzwerkeinstellungen.`,
  proxyAddress: (p) =>
    `Der Proxy „${p.proxy}“ ist nicht verwendbar. Geben Sie eine Adresse an, die mit http:// oder https:// beginnt.`,
  notHttp: (p) =>
    `Was unter ${p.host} antwortet, spricht kein HTTP. Prüfen Sie den Port und ob die Adresse mit https:// oder http:// beginnt.`,
  tooMuch: (p) => `Die Antwort von ${p.host} ist viel zu lang für einen Verteildienst.`,
  garbled: (p) =>
    `Die Antwort von ${p.host} ist nicht lesbar (${p.reason}). Versuchen Sie es erneut; bleibt es dabei, fragen Sie, wer den Dienst oder den Proxy betreibt.`,
  credentialsRefused: (p) =>
    `Die Anmeldung hat nicht geklappt: ${p.said} Prüfen Sie Benutzernamen und Passwort.`,
  clientRefused: (p) =>
    `Die Anmeldung hat nicht geklappt: ${p.said} Prüfen Sie Client-ID und Client-Geheimnis.`,
  scopeRefused: (p) =>
    `Die Anmeldung hat nicht geklappt: ${p.said} Prüfen Sie den Geltungsbereich des Kontos.`,
  signInRefused: (p) => `Die Anmeldung hat nicht geklappt: ${p.said} Prüfen Sie die Anmeldedaten des Kontos.`,
  unauthorized: (p) => `Der Dienst nimmt die Anmeldung nicht mehr an: ${p.said} Melden Sie sich neu an.`,
  forbidden: (p) => `Dieses Konto darf das nicht: ${p.said} Melden Sie sich mit einem Konto an, das es darf.`,
  missing: (p) => `Der Dienst hat das nicht oder nicht mehr: ${p.said}`,
  wrongAddress: (p) =>
    `Unter ${p.host} ist kein Verteildienst (Antwort ${p.status}). Prüfen Sie die Adressen des Kontos.${pathHint(p)}`,
  redirected: (p) =>
    p.location === null
      ? `${p.host} verweist woandershin, ohne zu sagen, wohin. Prüfen Sie die Adressen des Kontos.`
      : `${p.host} verweist auf ${p.location}. Wenn das der Dienst ist, tragen Sie es als Adresse ein.`,
  notEncrypted: (p) =>
    `Hier werden nur Adressen verwendet, die mit https:// beginnen; die von ${p.host} tut das nicht.`,
  refused: (p) => `Der Dienst hat das abgelehnt: ${p.said}`,
  tooLarge: (p) =>
    p.size === null
      ? `Das ist mehr, als der Dienst annimmt: ${p.said}`
      : `Die Datei ist ${p.size} groß, mehr, als der Dienst annimmt: ${p.said} Wählen Sie eine kleinere, oder bitten Sie um eine höhere Grenze.`,
  busy: (p) =>
    p.seconds === null
      ? `Der Dienst ist ausgelastet: ${p.said} Versuchen Sie es später erneut.`
      : `Der Dienst ist ausgelastet: ${p.said} Versuchen Sie es in ${p.seconds} Sekunden erneut.`,
  full: (p) =>
    `Der Dienst hat keinen Platz mehr: ${p.said} Jemand muss dort Platz schaffen; dann geht es weiter.`,
  broken: (p) => `Auf dem Dienst ging etwas schief (${p.status}): ${p.said} Versuchen Sie es später erneut.`,
  webPage: (p) =>
    `${p.host} hat mit einer Webseite${p.title === null ? '' : ` („${p.title}“)`} statt mit Daten geantwortet. Prüfen Sie die Adressen des Kontos und ob das Netzwerk eine eigene Anmeldung verlangt.${pathHint(p)}`,
  notPromised: (p) =>
    `${p.host} hat geantwortet, aber anders als erwartet: ${p.what} fehlt (${p.problem}). Prüfen Sie die Adressen des Kontos.`,
  unconfirmed: (p) =>
    `${p.host} hat die Datei angenommen, aber nicht gesagt, was daraus wurde. Sehen Sie auf dem Dienst nach, ob sie dort ist, bevor Sie sie noch einmal senden.`,
  fileChanged: (p) =>
    `${p.path} wurde während des Sendens geändert, deshalb wurde der Upload abgebrochen. Die Datei wird gesendet, wie sie jetzt ist.`,
  unknownAccount: (p) => `Das Konto „${p.id}“ gibt es nicht mehr. Wählen Sie ein anderes Konto.`,
};
