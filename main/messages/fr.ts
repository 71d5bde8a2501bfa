import builds from '../../assets/locales/fr/main/builds.json' with { type: 'json' };
import common from '../../assets/locales/fr/main/common.json' with { type: 'json' };
import desktop from '../../assets/locales/fr/main/desktop.json' with { type: 'json' };
import errors from '../../assets/locales/fr/main/errors.json' with { type: 'json' };
import network from '../../assets/locales/fr/main/network.json' with { type: 'json' };
import push from '../../assets/locales/fr/main/push.json' with { type: 'json' };
import service from '../../assets/locales/fr/main/service.json' with { type: 'json' };
import settings from '../../assets/locales/fr/main/settings.json' with { type: 'json' };
import testers from '../../assets/locales/fr/main/testers.json' with { type: 'json' };
import uploads from '../../assets/locales/fr/main/uploads.json' with { type: 'json' };

export const fr = {
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
};
