import { t } from '../../messages.ts';
import { DrawerSection } from '../../parts/drawer.tsx';
import { LinkSection } from '../../parts/link-section.tsx';

/** A page of the store; says so where the service names none. */
export function PageLink({ name, link }: { readonly name: string; readonly link: string | null }) {
  if (link !== null) return <LinkSection link={link} name={name} />;
  return (
    <DrawerSection title={t('store.page')}>
      <p className="quiet">{t('store.noLink')}</p>
    </DrawerSection>
  );
}
