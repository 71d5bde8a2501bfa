/** Arguments after `slipway` in the examples of each command's help. */
const examples: Readonly<Record<string, readonly string[]>> = {
  upload: [
    'upload app.apk',
    'upload --activate --team QA --qr build/outputs/apk/release/app.apk',
    'upload --newest --activate --team QA --dry-run',
    'upload --activate --team QA --notes-from-git app.apk',
    'upload --all-or-nothing --json app.apk app.ipa',
  ],
  watch: [
    'watch app/build/outputs --include "release/" --activate --team QA',
    'watch builds --kind ipa --on-success move:sent',
  ],
  'folders list': ['folders list'],
  'folders add': ['folders add app/build/outputs --include "release/" --activate --team QA'],
  'folders change': ['folders change app/build/outputs --no-activate --without-recipients'],
  'folders remove': ['folders remove app/build/outputs'],
  'folders pause': ['folders pause app/build/outputs'],
  'folders resume': ['folders resume app/build/outputs'],
  'folders presets': ['folders presets ~/projects/notes'],
  'folders test': ['folders test app/build/outputs --include "release/"'],
  inspect: ['inspect app.apk', 'inspect --json app.apk app.ipa'],
  apps: ['apps', 'apps --account work --json'],
  versions: ['versions Notes', 'versions 12 --json'],
  activate: ['activate Notes@latest', 'activate Notes@2.4.1', 'activate 118'],
  deactivate: ['deactivate Notes@2.4.1', 'deactivate 118'],
  send: ['send Notes@latest --team QA', 'send 118 --email ann@example.org,ben@example.org'],
  'queue list': ['queue', 'queue --json'],
  'queue pause': ['queue pause', 'queue pause 3f2a'],
  'queue resume': ['queue resume'],
  'queue cancel': ['queue cancel 3f2a'],
  'queue retry': ['queue retry 3f2a'],
  'queue remove': ['queue remove 3f2a 9c01'],
  'queue approve': ['queue approve 3f2a'],
  'queue reject': ['queue reject 3f2a'],
  'queue move': ['queue move 3f2a --first', 'queue move 3f2a --before 9c01'],
  'queue send-again': ['queue send-again 3f2a --team QA'],
  'history list': ['history --search notes --since 2026-11-01', 'history --state failed --limit 20'],
  'history export': ['history export uploads.csv', 'history export - --json'],
  'network show': ['network'],
  'network set': ['network set --proxy http://proxy.example.org:3128', 'network set --limit 2MB/s'],
  'push check': ['push check ~/projects/notes', 'push check ~/projects/notes --build app.apk'],
  'push resolve': ['push resolve pushnotification.json message.json'],
  'push simulate': ['push simulate pushnotification.json message.json --ios --state foreground'],
  'push events': ['push events pushnotification.json events.json --ios'],
  'push send': ['push send message.json --topic news --service-account key.json'],
  'push send-again': ['push send-again 3'],
  'push history': ['push history'],
  'push sender list': ['push sender list'],
  'push sender keep': ['push sender keep live --service-account key.json'],
  'push sender remove': ['push sender remove live'],
  'service status': ['service status'],
  'service outbox': ['service outbox'],
  'service mail': [
    'service mail --smtp-host smtp.example.org --smtp-user builds --from builds@example.org',
    'service mail --language de',
  ],
  'service mail check': ['service mail check', 'service mail check builds@example.org --selector s1'],
  'service backup': ['service backup /backup/slipway'],
  'service restore': ['service restore /backup/slipway'],
  'service note': ['service note Notes@latest --notes "Faster start"', 'service note 118 --no-notes'],
  'people list': ['people list', 'people list --team QA'],
  'people add-member': ['people add-member ann@example.org --name "Ann Lee" --team QA'],
  'people add-team': ['people add-team QA'],
  'people join': ['people join ann@example.org QA'],
  'people leave': ['people leave ann@example.org QA'],
  'people move': ['people move ann@example.org QA Field'],
  'people rename-member': ['people rename-member ann@example.org "Ann Lee"'],
  'people change-address': ['people change-address ann@example.org ann.lee@example.org'],
  'people rename-team': ['people rename-team QA Testers'],
  'people remove-team': ['people remove-team QA'],
  'people remove-member': ['people remove-member ann@example.org'],
  'people import': ['people import people.csv --dry-run'],
  'people export': ['people export > people.csv'],
  'user list': ['user list'],
  'user add': ['user add ada', 'user add ada --ask-password'],
  'user password': ['user password ada'],
  'user remove': ['user remove ada'],
  'client list': ['client list'],
  'client add': ['client add ci'],
  'client secret': ['client secret ci'],
  'client remove': ['client remove ci'],
  'token list': ['token list', 'token list --json'],
  'token add': [
    'token add ci --app com.example.shop --act upload --act activate --expires 90d',
    'token add nightly --all-apps',
  ],
  'token revoke': ['token revoke ci'],
  login: [
    'login https://builds.example.org',
    'login https://builds.example.org --user ada --client-id ci --name Work',
  ],
  logout: ['logout', 'logout Work'],
  'accounts list': ['accounts'],
  'accounts use': ['accounts use Work'],
  status: ['status', 'status --account Work --json'],
  serve: [
    'serve',
    'serve --lan --tls auto',
    'serve --host builds.example.org --tls-cert fullchain.pem --tls-key privkey.pem',
    'serve --host 192.168.1.20 --public-url https://builds.example.org --proxy-hops 1',
  ],
  web: ['web', 'web --no-open'],
  start: ['start'],
  licenses: ['licenses'],
  demo: ['demo', 'demo path/to/app.apk --keep'],
  completion: [
    'completion bash > ~/.local/share/bash-completion/completions/slipway',
    'completion zsh > ~/.zfunc/_slipway',
    'completion fish > ~/.config/fish/completions/slipway.fish',
    'completion powershell >> $PROFILE',
  ],
  'server run': ['server', 'server --config /etc/slipway/server.env'],
  'server check': ['server check'],
  'server migrate': ['server migrate'],
  'server session list': ['server session list'],
  'server session end': ['server session end ada'],
  'server outbox list': ['server outbox'],
  'server outbox retry': ['server outbox retry'],
  'server mail': ['server mail --to ann@example.org'],
  'server sweep': ['server sweep', 'server sweep --yes'],
  'server requests': ['server requests'],
  'server import': ['server import ~/.config/Slipway'],
  'server export': ['server export /backup/slipway'],
};

const maxGroupExamples = 4;

/** These commands exist below both `service` and `server`. */
const shared = /^(service|server) (?=(people|user|client|token)( |$))/;

/** Returns the examples of a command such as `queue list`; for a group, the first of each command. */
export function examplesOf(path: string): readonly string[] {
  const [, above = ''] = shared.exec(path) ?? [];
  const name = path.replace(shared, '');
  const own = examples[name] ?? ofGroup(name);
  return above === '' ? own : own.map((example) => `${above} ${example}`);
}

function ofGroup(name: string): readonly string[] {
  const below = Object.entries(examples).filter(([path]) => name === '' || path.startsWith(`${name} `));
  return below.flatMap(([, [first = '']]) => [first]).slice(0, maxGroupExamples);
}
