# What the installer adds to electron-builder's own: Slipway as one of the programs that open builds. A file type's default is
# neither taken nor given back. What the application registers itself (links, start at login, notifications) is written by
# Electron; the uninstaller takes it away with the rest, an update keeps it.

# The same as in main/shell/toast.ts.
!define TOAST_ACTIVATOR "{AB8F4E0D-BF7B-4138-BB03-BD0317C7AEFA}"
!define CLASSES "Software\Classes"
!define AT_LOGIN "Software\Microsoft\Windows\CurrentVersion\Run"
!define AT_LOGIN_APPROVED "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
!define REGISTERED "Software\RegisteredApplications"

!macro slipwayText NAME ENGLISH GERMAN FRENCH TURKISH
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_GERMAN} "${GERMAN}"
  LangString ${NAME} ${LANG_FRENCH} "${FRENCH}"
  LangString ${NAME} ${LANG_TURKISH} "${TURKISH}"
!macroend

!macro customHeader
  !insertmacro slipwayText apkType "Android app" "Android-App" "Application Android" "Android uygulaması"
  !insertmacro slipwayText ipaType "iOS app" "iOS-App" "Application iOS" "iOS uygulaması"
  !insertmacro slipwayText purpose "Uploads finished builds to a distribution service and notifies your testers." \
    "Lädt fertige Builds zu einem Verteildienst hoch und benachrichtigt Ihre Tester." \
    "Téléverse les builds terminés vers un service de distribution et prévient vos testeurs." \
    "Biten derlemeleri bir dağıtım hizmetine yükler ve test kullanıcılarınıza haber verir."
  !insertmacro slipwayText armRequired "This installer is for Windows on Arm. Download the one for x64." \
    "Dieses Installationsprogramm ist für Windows auf Arm. Laden Sie das für x64 herunter." \
    "Ce programme d’installation est destiné à Windows sur Arm. Téléchargez celui pour x64." \
    "Bu kurulum programı Arm tabanlı Windows içindir. x64 sürümünü indirin."
!macroend

# Without this, an installer for Arm would replace a working x64 copy with nothing.
!macro customInit
  !ifdef APP_ARM64
    !ifndef APP_64
      ${IfNot} ${IsNativeARM64}
        MessageBox MB_OK|MB_ICONEXCLAMATION "$(armRequired)" /SD IDOK
        SetErrorLevel 2
        Quit
      ${EndIf}
    !endif
  !endif
!macroend

!macro offerType EXTENSION DESCRIPTION
  WriteRegStr SHELL_CONTEXT "${CLASSES}\${APP_ID}.${EXTENSION}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "${CLASSES}\${APP_ID}.${EXTENSION}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "${CLASSES}\${APP_ID}.${EXTENSION}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "${CLASSES}\.${EXTENSION}\OpenWithProgids" "${APP_ID}.${EXTENSION}" ""
  WriteRegStr SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}\Capabilities\FileAssociations" ".${EXTENSION}" "${APP_ID}.${EXTENSION}"
!macroend

!macro customInstall
  !insertmacro offerType apk "$(apkType)"
  !insertmacro offerType ipa "$(ipaType)"
  WriteRegStr SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}\Capabilities" "ApplicationName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}\Capabilities" "ApplicationDescription" "$(purpose)"
  WriteRegStr SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}\Capabilities" "ApplicationIcon" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "${REGISTERED}" "${APP_ID}" "${INSTALL_REGISTRY_KEY}\Capabilities"
  WriteRegStr SHELL_CONTEXT "${CLASSES}\CLSID\${TOAST_ACTIVATOR}" "" "${PRODUCT_NAME}"
  WriteRegDWORD SHELL_CONTEXT "${CLASSES}\CLSID\${TOAST_ACTIVATOR}" "CustomActivator" 1
  WriteRegStr SHELL_CONTEXT "${CLASSES}\CLSID\${TOAST_ACTIVATOR}\LocalServer32" "" '"$appExe"'
  # SHCNE_ASSOCCHANGED; electron-builder's uninstaller sends it, too.
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

# `DeleteRegKey /ifempty` of older compilers checks only subkeys, and would delete values of other programs.
!macro deleteIfEmpty KEY
  ClearErrors
  EnumRegValue $R1 SHELL_CONTEXT "${KEY}" 0
  ${If} ${Errors}
    EnumRegKey $R1 SHELL_CONTEXT "${KEY}" 0
    ${If} $R1 == ""
      DeleteRegKey /ifempty SHELL_CONTEXT "${KEY}"
    ${EndIf}
  ${EndIf}
  ClearErrors
!macroend

!macro withdrawType EXTENSION
  DeleteRegKey SHELL_CONTEXT "${CLASSES}\${APP_ID}.${EXTENSION}"
  DeleteRegValue SHELL_CONTEXT "${CLASSES}\.${EXTENSION}\OpenWithProgids" "${APP_ID}.${EXTENSION}"
  !insertmacro deleteIfEmpty "${CLASSES}\.${EXTENSION}\OpenWithProgids"
  !insertmacro deleteIfEmpty "${CLASSES}\.${EXTENSION}"
!macroend

!macro customUnInstall
  ${IfNot} ${isUpdated}
    !insertmacro withdrawType apk
    !insertmacro withdrawType ipa
    DeleteRegValue SHELL_CONTEXT "${REGISTERED}" "${APP_ID}"
    DeleteRegKey SHELL_CONTEXT "${CLASSES}\CLSID\${TOAST_ACTIVATOR}"
    DeleteRegValue SHELL_CONTEXT "${AT_LOGIN}" "${APP_ID}"
    DeleteRegValue SHELL_CONTEXT "${AT_LOGIN_APPROVED}" "${APP_ID}"
    # Another program may have taken the links over since.
    ReadRegStr $R1 SHELL_CONTEXT "${CLASSES}\slipway\shell\open\command" ""
    ${If} $R1 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
      DeleteRegKey SHELL_CONTEXT "${CLASSES}\slipway"
    ${EndIf}
    !searchparse "${APP_INSTALLER_STORE_FILE}" "" UPDATER_FOLDER "\"
    RMDir /r "$LOCALAPPDATA\${UPDATER_FOLDER}"
  ${EndIf}
!macroend
