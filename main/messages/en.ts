import builds from '../../assets/locales/en/main/builds.json' with { type: 'json' };
import common from '../../assets/locales/en/main/common.json' with { type: 'json' };
import desktop from '../../assets/locales/en/main/desktop.json' with { type: 'json' };
import errors from '../../assets/locales/en/main/errors.json' with { type: 'json' };
import network from '../../assets/locales/en/main/network.json' with { type: 'json' };
import push from '../../assets/locales/en/main/push.json' with { type: 'json' };
import service from '../../assets/locales/en/main/service.json' with { type: 'json' };
import settings from '../../assets/locales/en/main/settings.json' with { type: 'json' };
import terminal from '../../assets/locales/en/main/terminal.json' with { type: 'json' };
import testers from '../../assets/locales/en/main/testers.json' with { type: 'json' };
import uploads from '../../assets/locales/en/main/uploads.json' with { type: 'json' };

export const en = {
  ...builds,
  ...common,
  ...desktop,
  ...network,
  ...service,
  ...settings,
  ...testers,
  ...uploads,
  ...errors,
  ...push,
  ...terminal,
};
