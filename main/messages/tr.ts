import builds from '../../assets/locales/tr/main/builds.json' with { type: 'json' };
import common from '../../assets/locales/tr/main/common.json' with { type: 'json' };
import desktop from '../../assets/locales/tr/main/desktop.json' with { type: 'json' };
import errors from '../../assets/locales/tr/main/errors.json' with { type: 'json' };
import network from '../../assets/locales/tr/main/network.json' with { type: 'json' };
import push from '../../assets/locales/tr/main/push.json' with { type: 'json' };
import service from '../../assets/locales/tr/main/service.json' with { type: 'json' };
import settings from '../../assets/locales/tr/main/settings.json' with { type: 'json' };
import testers from '../../assets/locales/tr/main/testers.json' with { type: 'json' };
import uploads from '../../assets/locales/tr/main/uploads.json' with { type: 'json' };

export const tr = {
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
