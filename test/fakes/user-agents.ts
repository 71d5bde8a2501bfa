/** `User-Agent` headers in the formats of browsers and programs. They are not recorded from devices. */
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const pixel = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';

export const userAgents = {
  safari: `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`,
  oldSafari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6.4 Mobile/15E148 Safari/604.1',
  /** Safari of iOS 26, which claims to be on iOS 18.6. */
  newSafari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  newChromeOnIPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1',
  chromeOnIPhone: `${iPhone} CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1`,
  iPadAsMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
  facebook: `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/467.1.0.45.109;FBBV/604811632;FBDV/iPhone15,3;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBLC/en_US]`,
  instagram: `${iPhone} Mobile/15E148 Instagram 335.0.6.27.93 (iPhone15,3; iOS 17_5_1; en_US; en; scale=3.00; 1290x2796; 609775437)`,
  weChat: `${iPhone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN`,
  dingTalk: `${iPhone} Mobile/21F90 AliApp(DingTalk/7.5.20) com.laiwang.DingTalk/38553219 Channel/201200 language/zh-Hans-CN`,
  line: `${iPhone} Mobile/15E148 Safari Line/14.8.0`,
  webView: `${iPhone} Mobile/15E148`,
  iPadWebViewAsMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  /** In-app browsers of other apps. */
  inAppOnIPhone: [
    `${iPhone} Mobile/15E148 Snapchat/12.92.0.40 (like Safari/8618.2.12.10.9, panda)`,
    `${iPhone} Mobile/15E148 musical_ly_34.9.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
    `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1 KAKAOTALK/10.8.2 (INAPP)`,
    `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1 Telegram-iOS/10.14`,
    `${iPhone} GSA/322.0.637633560 Mobile/15E148 Safari/604.1`,
    `${iPhone} Mobile/15E148 [LinkedInApp]/9.29.9163`,
    `${iPhone} Mobile/15E148 Twitter for iPhone/10.44`,
    `${iPhone} Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.5.0; 15PROMAX)`,
    `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1 Feishu/7.17`,
  ],
  otherBrowsersOnIPhone: [
    `${iPhone} Version/17.0 EdgiOS/125.0.2535.60 Mobile/15E148 Safari/605.1.15`,
    `${iPhone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    `${iPhone} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  ],
  androidChrome: `${pixel} Chrome/126.0.0.0 Mobile Safari/537.36`,
  samsung:
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  oldAndroid:
    'Mozilla/5.0 (Linux; Android 7.0; SM-G930F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.152 Mobile Safari/537.36',
  androidWebView:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240205.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36',
  androidFacebook:
    'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0.0.53.77;]',
  inAppOnAndroid: [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 trill_340904 BytedanceWebview/d8a21c6',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Line/14.8.0/IAB',
    'Mozilla/5.0 (Linux; U; Android 14; zh-CN; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0 UWS/3.22.2 Mobile Safari/537.36 AliApp(DingTalk/7.5.20)',
    `${pixel} Chrome/126.0.0.0 Mobile Safari/537.36 NAVER(inapp; search; 1000; 12.5.0)`,
  ],
  androidVivaldi: `${pixel} Chrome/126.0.0.0 Mobile Safari/537.36 Vivaldi/6.7`,
  /** A phone whose brand contains “bot”. */
  cubot:
    'Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36',
  cubotDownloadManager:
    'AndroidDownloadManager/12 (Linux; U; Android 12; CUBOT NOTE 30 Build/SP1A.210812.016)',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  appInstaller: 'com.apple.appstored/1.0 iOS/17.5.1 model/iPhone15,3 hwp/t8120 build/21F90 (6; dt:288) AMS/1',
  downloadManager: 'AndroidDownloadManager/14 (Linux; U; Android 14; Pixel 8 Build/UQ1A.240205.004)',
  robots: [
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/126.0.0.0 Safari/537.36',
    'meta-externalfetcher/1.1',
    'Twitterbot/1.0',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/66.0.3359.181 Safari/537.36 (compatible; Google-Chat-Unfurl)',
    'Mozilla/5.0 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90 Safari/537.36 BarracudaCentral',
    'Mozilla/5.0 (compatible; Mimecast URL Protect)',
    'Mozilla/5.0 (compatible; Sophos URL Protection)',
    'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
    'Mozilla/5.0 (compatible; NetcraftSurveyAgent/1.0; +info@netcraft.com)',
    'Microsoft Office Existence Discovery',
    'Atlassian-Unfurl',
  ],
} as const;

/** Headers of a browser that opens a page. */
export function browsing(userAgent: string, languages = 'en-GB'): Record<string, string> {
  return { 'user-agent': userAgent, 'accept-language': languages, accept: 'text/html,*/*;q=0.8' };
}
