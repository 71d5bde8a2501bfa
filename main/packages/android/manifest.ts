/** Reads the needed values of a binary AndroidManifest.xml, without resolving references. Pure. */

import type { RawValue } from '../images/chunks.ts';
import { walkBinaryXml, type XmlAttribute, type XmlDamage, type XmlElement } from './axml.ts';

export type ManifestValue = RawValue & { readonly text: string | null };

/** Attributes and their platform ids. Obfuscated builds rename attributes, but keep these ids. */
const androidAttributes = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  permission: 0x01010006,
  hasCode: 0x0101000c,
  debuggable: 0x0101000f,
  exported: 0x01010010,
  value: 0x01010024,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
  required: 0x0101028e,
  logo: 0x010102be,
  banner: 0x010103f2,
  extractNativeLibs: 0x010104ea,
  roundIcon: 0x0101052c,
  targetSandboxVersion: 0x0101054c,
  isFeatureSplit: 0x0101055b,
  versionCodeMajor: 0x01010576,
  isSplitRequired: 0x01010591,
  requiredSplitTypes: 0x0101064e,
} as const;

export type AndroidAttribute = keyof typeof androidAttributes;

const plainAttributes = ['package', 'split', 'configForSplit'] as const;
export type PlainAttribute = (typeof plainAttributes)[number];

export type Attributes = Readonly<Partial<Record<AndroidAttribute | PlainAttribute, ManifestValue>>>;

export type Launcher = {
  readonly attributes: Attributes;
  /** True if the activity is on a phone's home screen; `leanback`: on a television's. */
  readonly home: boolean;
  readonly leanback: boolean;
};

/** Component with an intent filter, or service with a permission. */
export type Component = {
  readonly kind: ComponentKind;
  readonly attributes: Attributes;
  readonly hasFilter: boolean;
};

const componentKinds = ['activity', 'activity-alias', 'service', 'receiver'] as const;
export type ComponentKind = (typeof componentKinds)[number];

export type Manifest = {
  readonly manifest: Attributes;
  readonly sdk: Attributes;
  /** Null without an `<application>`. */
  readonly application: Attributes | null;
  readonly components: readonly Component[];
  readonly launchers: readonly Launcher[];
  readonly features: readonly Attributes[];
  readonly permissions: readonly Attributes[];
  readonly metaData: readonly Attributes[];
  readonly instrumentation: boolean;
};

/** Maximum elements of each kind, far above real manifests. */
const maxPerKind = 20_000;

const nameById = new Map<number, AndroidAttribute>(
  Object.entries(androidAttributes).map(([name, id]) => [id, name as AndroidAttribute]),
);
const androidNames: ReadonlySet<string> = new Set(Object.keys(androidAttributes));
const plainNames: ReadonlySet<string> = new Set(plainAttributes);
const androidNamespace = 'http://schemas.android.com/apk/res/android';

type OpenComponent = {
  readonly kind: ComponentKind;
  readonly attributes: Attributes;
  hasFilter: boolean;
  home: boolean;
  leanback: boolean;
};
type Filter = { main: boolean; home: boolean; leanback: boolean };

/** Reads a manifest; returns its damage if invalid. May throw a `RangeError` for damaged bytes. */
export function readManifest(bytes: Buffer): Manifest | XmlDamage {
  const collector = new ManifestCollector();
  const damage = walkBinaryXml(bytes, collector);
  return damage ?? collector.result();
}

class ManifestCollector {
  private readonly path: string[] = [];
  private manifest: Attributes = {};
  private sdk: Attributes = {};
  private application: Attributes | null = null;
  private readonly launchers: Launcher[] = [];
  private readonly features: Attributes[] = [];
  private readonly permissions: Attributes[] = [];
  private readonly metaData: Attributes[] = [];
  private instrumentation = false;
  private readonly components: Component[] = [];
  private component: OpenComponent | null = null;
  private filter: Filter | null = null;

  start(element: XmlElement): void {
    const { depth, name } = element;
    if (depth <= 5) this.path[depth - 1] = name;
    const path = depth <= 5 ? this.path.slice(0, depth).join('/') : '';
    switch (path) {
      case 'manifest':
        this.manifest = attributesOf(element);
        break;
      case 'manifest/uses-sdk':
        this.sdk = { ...this.sdk, ...attributesOf(element) };
        break;
      case 'manifest/application':
        this.application ??= attributesOf(element);
        break;
      case 'manifest/instrumentation':
        this.instrumentation = true;
        break;
      case 'manifest/uses-feature':
        addTo(this.features, attributesOf(element));
        break;
      case 'manifest/uses-permission':
      case 'manifest/uses-permission-sdk-23':
        addTo(this.permissions, attributesOf(element));
        break;
      case 'manifest/application/meta-data':
        addTo(this.metaData, attributesOf(element));
        break;
      default:
        if (depth === 3 && path === `manifest/application/${name}`) this.component = openComponent(element);
        if (depth === 4 && this.component && name === 'intent-filter') {
          this.component.hasFilter = true;
          this.filter = { main: false, home: false, leanback: false };
        }
        if (this.filter && depth === 5) updateFilter(this.filter, element);
    }
  }

  end(depth: number): void {
    if (depth === 4 && this.filter) {
      if (this.component && this.filter.main) {
        this.component.home ||= this.filter.home;
        this.component.leanback ||= this.filter.leanback;
      }
      this.filter = null;
    }
    if (depth === 3 && this.component) {
      const { kind, attributes, hasFilter, home, leanback } = this.component;
      const isActivity = kind === 'activity' || kind === 'activity-alias';
      if (isActivity && (home || leanback)) addTo(this.launchers, { attributes, home, leanback });
      if (hasFilter || (kind === 'service' && attributes.permission))
        addTo(this.components, { kind, attributes, hasFilter });
      this.component = null;
    }
  }

  result(): Manifest {
    const { manifest, sdk, application, components, launchers } = this;
    const { features, permissions, metaData, instrumentation } = this;
    return {
      manifest,
      sdk,
      application,
      components,
      launchers,
      features,
      permissions,
      metaData,
      instrumentation,
    };
  }
}

function addTo<Item>(list: Item[], item: Item): void {
  if (list.length < maxPerKind) list.push(item);
}

function openComponent(element: XmlElement): OpenComponent | null {
  const kind = componentKinds.find((each) => each === element.name);
  if (!kind) return null;
  return { kind, attributes: attributesOf(element), hasFilter: false, home: false, leanback: false };
}

function updateFilter(filter: Filter, element: XmlElement): void {
  const name = attributesOf(element).name?.text;
  if (element.name === 'action') filter.main ||= name === 'android.intent.action.MAIN';
  if (element.name !== 'category') return;
  filter.home ||= name === 'android.intent.category.LAUNCHER';
  filter.leanback ||= name === 'android.intent.category.LEANBACK_LAUNCHER';
}

/** Returns the attributes that Slipway uses. If a name is repeated, the first attribute counts. */
function attributesOf(element: XmlElement): Attributes {
  const found: Partial<Record<AndroidAttribute | PlainAttribute, ManifestValue>> = {};
  for (const attribute of element.attributes) {
    const name = attributeName(attribute);
    if (name) found[name] ??= { ...attribute.value, text: attribute.text };
  }
  return found;
}

function attributeName(attribute: XmlAttribute): AndroidAttribute | PlainAttribute | null {
  if (attribute.resourceId !== null) return nameById.get(attribute.resourceId) ?? null;
  const { name, namespace } = attribute;
  if (name === null) return null;
  if (!namespace) return plainNames.has(name) ? (name as PlainAttribute) : null;
  return namespace === androidNamespace && androidNames.has(name) ? (name as AndroidAttribute) : null;
}
