import builds from '../../assets/locales/de/main/builds.json' with { type: 'json' };
import common from '../../assets/locales/de/main/common.json' with { type: 'json' };
import desktop from '../../assets/locales/de/main/desktop.json' with { type: 'json' };
import errors from '../../assets/locales/de/main/errors.json' with { type: 'json' };
import network from '../../assets/locales/de/main/network.json' with { type: 'json' };
import push from '../../assets/locales/de/main/push.json' with { type: 'json' };
import service from '../../assets/locales/de/main/service.json' with { type: 'json' };
import settings from '../../assets/locales/de/main/settings.json' with { type: 'json' };
import testers from '../../assets/locales/de/main/testers.json' with { type: 'json' };
import uploads from '../../assets/locales/de/main/uploads.json' with { type: 'json' };

export const de = {
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
