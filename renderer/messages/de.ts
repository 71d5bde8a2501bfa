export const files = import.meta.glob<object>('../../assets/locales/de/*.json', {
  eager: true,
  import: 'default',
});
