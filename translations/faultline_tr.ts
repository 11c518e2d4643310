<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="tr" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Aç…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Kapat</translation>
    </message>
    <message>
        <source>Close &amp;All</source>
        <translation>&amp;Tümünü Kapat</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Çık</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopyala</translation>
    </message>
    <message>
        <source>Copy Stack as &amp;Markdown</source>
        <translation>Yığını &amp;Markdown Olarak Kopyala</translation>
    </message>
    <message>
        <source>Copy Stack as &amp;JSON</source>
        <translation>Yığını &amp;JSON Olarak Kopyala</translation>
    </message>
    <message>
        <source>Copy &amp;Address</source>
        <translation>&amp;Adresi Kopyala</translation>
    </message>
    <message>
        <source>Copy Module &amp;Offset</source>
        <translation>Modül &amp;Uzaklığını Kopyala</translation>
    </message>
    <message>
        <source>&amp;Crash</source>
        <translation>Çö&amp;kme</translation>
    </message>
    <message>
        <source>&amp;Next In-App Frame</source>
        <translation>&amp;Sonraki Uygulama Çerçevesi</translation>
    </message>
    <message>
        <source>&amp;Previous In-App Frame</source>
        <translation>&amp;Önceki Uygulama Çerçevesi</translation>
    </message>
    <message>
        <source>C&amp;aller Frame</source>
        <translation>Ç&amp;ağıran Çerçeve</translation>
    </message>
    <message>
        <source>Callee &amp;Frame</source>
        <translation>Çağrılan Çer&amp;çeve</translation>
    </message>
    <message>
        <source>Next &amp;Thread</source>
        <translation>Sonraki İş &amp;Parçacığı</translation>
    </message>
    <message>
        <source>Previous T&amp;hread</source>
        <translation>Önceki İş Parça&amp;cığı</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>İş &amp;Parçacıkları</translation>
    </message>
    <message>
        <source>&amp;Stack</source>
        <translation>&amp;Yığın</translation>
    </message>
    <message>
        <source>S&amp;ource</source>
        <translation>&amp;Kaynak</translation>
    </message>
    <message>
        <source>&amp;Registers</source>
        <translation>Ya&amp;zmaçlar</translation>
    </message>
    <message>
        <source>&amp;Modules</source>
        <translation>&amp;Modüller</translation>
    </message>
    <message>
        <source>Crash &amp;Details</source>
        <translation>Çökme Ayrıntı&amp;ları</translation>
    </message>
    <message>
        <source>&amp;Why?</source>
        <translation>&amp;Neden?</translation>
    </message>
    <message>
        <source>&amp;Activity</source>
        <translation>&amp;Etkinlik</translation>
    </message>
    <message>
        <source>&amp;Most Relevant Frames</source>
        <translation>&amp;En İlgili Çerçeveler</translation>
    </message>
    <message>
        <source>&amp;Full Stack</source>
        <translation>&amp;Tam Yığın</translation>
    </message>
    <message>
        <source>&amp;Raw Stack</source>
        <translation>&amp;Ham Yığın</translation>
    </message>
    <message>
        <source>&amp;Newest Frame First</source>
        <translation>Yeni Çe&amp;rçeve Önce</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>&amp;Yakınlaştır</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>&amp;Uzaklaştır</translation>
    </message>
    <message>
        <source>&amp;Reset Zoom</source>
        <translation>Yakınlaştırmayı &amp;Sıfırla</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;Sistem</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Açık</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Koyu</translation>
    </message>
    <message>
        <source>&amp;Why Is This Frame Not Symbolicated?</source>
        <translation>Bu Çerçevenin Sembolleri &amp;Neden Yok?</translation>
    </message>
    <message>
        <source>&amp;Retry Failed Now</source>
        <translation>Başarısızları Şimdi &amp;Yeniden Dene</translation>
    </message>
    <message>
        <source>&amp;Fetch for Offline Use</source>
        <translation>Çevrimdışı Kullanım İçin &amp;İndir</translation>
    </message>
    <message>
        <source>&amp;Add Source…</source>
        <translation>Kaynak &amp;Ekle…</translation>
    </message>
    <message>
        <source>&amp;Locate File for Module…</source>
        <translation>Modül İçin &amp;Dosya Seç…</translation>
    </message>
    <message>
        <source>&amp;Offline Mode</source>
        <translation>&amp;Çevrimdışı Kip</translation>
    </message>
    <message>
        <source>&amp;Cancel Running</source>
        <translation>Çalışanı Du&amp;rdur</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Kısayollar</translation>
    </message>
    <message>
        <source>&amp;About Faultline</source>
        <translation>Faultline &amp;Hakkında</translation>
    </message>
    <message>
        <source>N&amp;ext Tab</source>
        <translation>S&amp;onraki Sekme</translation>
    </message>
    <message>
        <source>P&amp;revious Tab</source>
        <translation>Önceki Sek&amp;me</translation>
    </message>
    <message>
        <source>Open from Cli&amp;pboard</source>
        <translation>&amp;Panodan Aç</translation>
    </message>
    <message>
        <source>&amp;Sources…</source>
        <translation>&amp;Kaynaklar…</translation>
    </message>
    <message>
        <source>Raw Str&amp;eams</source>
        <translation>&amp;Ham Akışlar</translation>
    </message>
    <message>
        <source>Ca&amp;ncel All</source>
        <translation>&amp;Tümünü Durdur</translation>
    </message>
    <message>
        <source>&amp;Absolute Addresses</source>
        <translation>&amp;Mutlak Adresler</translation>
    </message>
    <message>
        <source>Whole &amp;Paths</source>
        <translation>Tam Y&amp;ollar</translation>
    </message>
    <message>
        <source>&amp;Verbose Names</source>
        <translation>&amp;Ayrıntılı Adlar</translation>
    </message>
    <message>
        <source>&amp;Unsymbolicated Names</source>
        <translation>&amp;Sembolsüz Adlar</translation>
    </message>
    <message>
        <source>&amp;Inlined Calls</source>
        <translation>Satır &amp;İçi Çağrılar</translation>
    </message>
    <message>
        <source>Fold Re&amp;cursion</source>
        <translation>&amp;Özyinelemeyi Katla</translation>
    </message>
    <message>
        <source>C&amp;ount Inlined Calls</source>
        <translation>Satır İçi Çağrıları Sa&amp;y</translation>
    </message>
    <message>
        <source>&amp;Import Batch…</source>
        <translation>Toplu &amp;İçe Aktar…</translation>
    </message>
    <message>
        <source>Import &amp;Folder…</source>
        <translation>Klasörü İçe Akta&amp;r…</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Geri Al</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>Ki&amp;taplık</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Aç</translation>
    </message>
    <message>
        <source>&amp;Status…</source>
        <translation>&amp;Durum…</translation>
    </message>
    <message>
        <source>&amp;Tag…</source>
        <translation>&amp;Etiket…</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>&amp;Not…</translation>
    </message>
    <message>
        <source>&amp;Assign…</source>
        <translation>&amp;Sorumlu…</translation>
    </message>
    <message>
        <source>Loc&amp;ks</source>
        <translation>Kil&amp;itler</translation>
    </message>
    <message>
        <source>Thread Fa&amp;cts</source>
        <translation>İş Parçacığı &amp;Bilgileri</translation>
    </message>
    <message>
        <source>Lock Chai&amp;n</source>
        <translation>Kilit Zin&amp;ciri</translation>
    </message>
    <message>
        <source>Para&amp;llel Stacks</source>
        <translation>Koş&amp;ut Yığınlar</translation>
    </message>
    <message>
        <source>Lo&amp;g</source>
        <translation>&amp;Günlük</translation>
    </message>
    <message>
        <source>&amp;Disassembly</source>
        <translation>Makine &amp;Komutları</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>&amp;Bellek</translation>
    </message>
    <message>
        <source>Memory Ma&amp;p</source>
        <translation>Bellek &amp;Haritası</translation>
    </message>
    <message>
        <source>Reset Layo&amp;ut</source>
        <translation>&amp;Düzeni Sıfırla</translation>
    </message>
    <message>
        <source>Next &amp;Difference</source>
        <translation>Sonraki &amp;Fark</translation>
    </message>
    <message>
        <source>Pre&amp;vious Difference</source>
        <translation>Ö&amp;nceki Fark</translation>
    </message>
    <message>
        <source>Link Tic&amp;ket…</source>
        <translation>Kayıt &amp;Bağla…</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>Ka&amp;rşılaştır…</translation>
    </message>
    <message>
        <source>&amp;Grouping Rules…</source>
        <translation>&amp;Gruplama Kuralları…</translation>
    </message>
    <message>
        <source>Ev&amp;idence</source>
        <translation>Kan&amp;ıtlar</translation>
    </message>
    <message>
        <source>&amp;Annotations</source>
        <translation>&amp;Açıklamalar</translation>
    </message>
    <message>
        <source>&amp;Breadcrumbs</source>
        <translation>&amp;İz kayıtları</translation>
    </message>
    <message>
        <source>&amp;Unloaded Modules</source>
        <translation>&amp;Boşaltılmış Modüller</translation>
    </message>
    <message>
        <source>&amp;Handles</source>
        <translation>&amp;Tanıtıcılar</translation>
    </message>
    <message>
        <source>&amp;Open in Editor</source>
        <translation>&amp;Düzenleyicide Aç</translation>
    </message>
    <message>
        <source>Open Pa&amp;ge of the Line</source>
        <translation>Satırın Sayfas&amp;ını Aç</translation>
    </message>
    <message>
        <source>Cop&amp;y Link to the Line</source>
        <translation>Satırın Ba&amp;ğlantısını Kopyala</translation>
    </message>
    <message>
        <source>Data &amp;Inspector</source>
        <translation>&amp;Veri İnceleyici</translation>
    </message>
    <message>
        <source>St&amp;rings</source>
        <translation>&amp;Dizgiler</translation>
    </message>
    <message>
        <source>Memory &amp;Search</source>
        <translation>Bellekte &amp;Arama</translation>
    </message>
    <message>
        <source>&amp;Low Level</source>
        <translation>Düşük Dü&amp;zey</translation>
    </message>
    <message>
        <source>Path &amp;Mappings…</source>
        <translation>Yo&amp;l Eşlemeleri…</translation>
    </message>
    <message>
        <source>&amp;Save Report Bundle…</source>
        <translation>Rapor Paketini Ka&amp;ydet…</translation>
    </message>
    <message>
        <source>&amp;HTML…</source>
        <translation>&amp;HTML…</translation>
    </message>
    <message>
        <source>&amp;Markdown…</source>
        <translation>&amp;Markdown…</translation>
    </message>
    <message>
        <source>&amp;JSON…</source>
        <translation>&amp;JSON…</translation>
    </message>
    <message>
        <source>&amp;PDF…</source>
        <translation>&amp;PDF…</translation>
    </message>
    <message>
        <source>CS&amp;V of the Stack…</source>
        <translation>Yığının CS&amp;V’si…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Geri</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>&amp;İleri</translation>
    </message>
    <message>
        <source>Addre&amp;ss…</source>
        <translation>Adr&amp;es…</translation>
    </message>
    <message>
        <source>Anyth&amp;ing…</source>
        <translation>&amp;Herhangi Bir Yer…</translation>
    </message>
    <message>
        <source>Co&amp;mmand Palette…</source>
        <translation>Komut Pa&amp;leti…</translation>
    </message>
    <message>
        <source>&amp;Compact Rows</source>
        <translation>Sı&amp;kı Satırlar</translation>
    </message>
    <message>
        <source>Ma&amp;ximise Panel</source>
        <translation>Paneli B&amp;üyüt</translation>
    </message>
    <message>
        <source>&amp;Keys…</source>
        <translation>&amp;Tuşlar…</translation>
    </message>
    <message>
        <source>Start &amp;Page</source>
        <translation>&amp;Başlangıç Sayfası</translation>
    </message>
    <message>
        <source>&amp;Diagnostics…</source>
        <translation>&amp;Tanılama…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>A&amp;yarlar…</translation>
    </message>
    <message>
        <source>Cac&amp;hes…</source>
        <translation>Ön&amp;bellekler…</translation>
    </message>
    <message>
        <source>Ne&amp;xt Panel</source>
        <translation>Son&amp;raki Panel</translation>
    </message>
    <message>
        <source>Previo&amp;us Panel</source>
        <translation>&amp;Bir Önceki Panel</translation>
    </message>
    <message>
        <source>Ope&amp;n Folder…</source>
        <translation>K&amp;lasör Aç…</translation>
    </message>
    <message>
        <source>Lo&amp;cals</source>
        <translation>&amp;Yerel Değişkenler</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt</source>
        <translation>So&amp;nrakini Bul</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>Öncekini Bu&amp;l</translation>
    </message>
    <message>
        <source>Find &amp;in All Stacks</source>
        <translation>&amp;Tüm Yığınlarda Bul</translation>
    </message>
    <message>
        <source>Copy C&amp;ell</source>
        <translation>Hü&amp;creyi Kopyala</translation>
    </message>
    <message>
        <source>Copy Whole Ta&amp;ble</source>
        <translation>Tüm Tabl&amp;oyu Kopyala</translation>
    </message>
    <message>
        <source>Copy Whole Table as CS&amp;V</source>
        <translation>Tüm Tabloyu CS&amp;V Olarak Kopyala</translation>
    </message>
    <message>
        <source>Copy Stack as &amp;Text</source>
        <translation>Yığını M&amp;etin Olarak Kopyala</translation>
    </message>
    <message>
        <source>Select A&amp;ll</source>
        <translation>Tümünü &amp;Seç</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Bul</translation>
    </message>
    <message>
        <source>Filter Ro&amp;ws</source>
        <translation>Satı&amp;rları Süz</translation>
    </message>
    <message>
        <source>External E&amp;ditor…</source>
        <translation>&amp;Dış Düzenleyici…</translation>
    </message>
    <message>
        <source>&amp;Find in All Stacks</source>
        <translation>Tüm Yığınlar&amp;da Bul</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>&amp;Tam Ekran</translation>
    </message>
    <message>
        <source>&amp;Server…</source>
        <translation>&amp;Sunucu…</translation>
    </message>
    <message>
        <source>&amp;Debug-File Inspector…</source>
        <translation>&amp;Hata Ayıklama Dosyası İnceleyicisi…</translation>
    </message>
    <message>
        <source>Open the Sample &amp;Crash</source>
        <translation>Örnek Çök&amp;meyi Aç</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Y&amp;inele</translation>
    </message>
    <message>
        <source>Remo&amp;ve from Library…</source>
        <translation>Kitaplıktan &amp;Kaldır…</translation>
    </message>
</context>
<context>
    <name>ActivityModel</name>
    <message>
        <source>What</source>
        <translation>Ne</translation>
    </message>
    <message>
        <source>Report or module</source>
        <translation>Rapor veya modül</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>İlerleme</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Hız</translation>
    </message>
    <message>
        <source>Source and result</source>
        <translation>Kaynak ve sonuç</translation>
    </message>
    <message>
        <source>%1 left</source>
        <extracomment>%1 is a time, such as &quot;12 s&quot;</extracomment>
        <translation>kalan süre: %1</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Kalan süre</translation>
    </message>
</context>
<context>
    <name>ActivityRows</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>sırada</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>bağlanıyor</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>indiriliyor</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>duraklatıldı</translation>
    </message>
    <message>
        <source>unpacking</source>
        <translation>açılıyor</translation>
    </message>
    <message>
        <source>done</source>
        <translation>bitti</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>başarısız</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>durduruldu</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/sn</translation>
    </message>
    <message>
        <source>Symbolicate</source>
        <translation>Sembolleri çözme</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>okunuyor</translation>
    </message>
    <message>
        <source>walking</source>
        <translation>yığın çözülüyor</translation>
    </message>
    <message>
        <source>fetching symbols</source>
        <translation>semboller indiriliyor</translation>
    </message>
    <message>
        <source>symbolicating</source>
        <translation>semboller eşleniyor</translation>
    </message>
    <message>
        <source>waiting for the server</source>
        <translation>sunucu bekleniyor</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>sorulmadı</translation>
    </message>
    <message>
        <source>offline mode is on</source>
        <translation>çevrimdışı kip açık</translation>
    </message>
</context>
<context>
    <name>AnalysisRows</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n bayt</numerusform>
        </translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>%1 okuma</translation>
    </message>
    <message>
        <source>read</source>
        <translation>okuma</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>%1 yazma</translation>
    </message>
    <message>
        <source>write</source>
        <translation>yazma</translation>
    </message>
    <message>
        <source>read and write %1</source>
        <translation>%1 okuma ve yazma</translation>
    </message>
    <message>
        <source>read and write</source>
        <translation>okuma ve yazma</translation>
    </message>
    <message>
        <source>access %1</source>
        <translation>%1 erişim</translation>
    </message>
    <message>
        <source>access</source>
        <translation>erişim</translation>
    </message>
    <message>
        <source>null</source>
        <translation>boş adres</translation>
    </message>
    <message>
        <source>null + %1</source>
        <translation>boş adres + %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>%1 is &quot;read 16 bytes&quot;, %2 a place in memory</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, in a guard page</source>
        <translation>%1, bir koruma sayfasında</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Komut</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Erişim</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>Hedef</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Kod</translation>
    </message>
    <message>
        <source>taken from the module&apos;s file</source>
        <translation>modülün dosyasından alındı</translation>
    </message>
    <message>
        <source>a division by zero is reported, the instruction divides nothing</source>
        <translation>sıfıra bölme bildirildi, ama komut bölme yapmıyor</translation>
    </message>
    <message>
        <source>a privileged instruction is reported, this is none</source>
        <translation>ayrıcalıklı komut bildirildi, ama bu komut ayrıcalıklı değil</translation>
    </message>
    <message>
        <source>an impossible address is reported, the instruction uses none</source>
        <translation>olanaksız bir adres bildirildi, ama komut böyle bir adres kullanmıyor</translation>
    </message>
    <message>
        <source>the instruction does not access the reported address</source>
        <translation>komut, bildirilen adrese erişmiyor</translation>
    </message>
    <message>
        <source>the memory map allows this access</source>
        <translation>bellek haritası bu erişime izin veriyor</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <extracomment>%1 is a register, %2 an address</extracomment>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>possible: %1 would be a null pointer, %2 % sure</source>
        <translation>olası: %1 boş işaretçi olurdu, kesinlik %%2</translation>
    </message>
    <message>
        <source>possible: %1 is mapped, %2 % sure</source>
        <translation>olası: %1 eşlenmiş, kesinlik %%2</translation>
    </message>
    <message>
        <source>Really</source>
        <translation>Gerçekte</translation>
    </message>
    <message>
        <source>null pointer, offset %1</source>
        <translation>boş işaretçi, uzaklık %1</translation>
    </message>
    <message>
        <source>%1, no possible address</source>
        <translation>%1, olanaksız bir adres</translation>
    </message>
    <message>
        <source>Guard page</source>
        <translation>Koruma sayfası</translation>
    </message>
    <message>
        <source>the address lies in one</source>
        <translation>adres bir koruma sayfasında</translation>
    </message>
    <message>
        <source>Bit flip</source>
        <translation>Bit bozulması</translation>
    </message>
    <message>
        <source>Contradiction</source>
        <translation>Çelişki</translation>
    </message>
    <message>
        <source>Exploitable</source>
        <translation>Sömürülebilirlik</translation>
    </message>
    <message>
        <source>not analyzed</source>
        <translation>incelenmedi</translation>
    </message>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message>
        <source>interesting</source>
        <translation>ilginç</translation>
    </message>
    <message>
        <source>low</source>
        <translation>düşük</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>orta</translation>
    </message>
    <message>
        <source>high</source>
        <translation>yüksek</translation>
    </message>
    <message>
        <source>guard page violation</source>
        <translation>koruma sayfası ihlali</translation>
    </message>
    <message>
        <source>in-page error</source>
        <translation>sayfa okuma hatası</translation>
    </message>
    <message>
        <source>illegal instruction</source>
        <translation>geçersiz komut</translation>
    </message>
    <message>
        <source>noncontinuable exception</source>
        <translation>sürdürülemez istisna</translation>
    </message>
    <message>
        <source>invalid disposition of an exception handler</source>
        <translation>istisna işleyicisinin geçersiz sonucu</translation>
    </message>
    <message>
        <source>arithmetic fault</source>
        <translation>aritmetik hata</translation>
    </message>
    <message>
        <source>invalid floating-point operation</source>
        <translation>geçersiz kayan nokta işlemi</translation>
    </message>
    <message>
        <source>privileged instruction</source>
        <translation>ayrıcalıklı komut</translation>
    </message>
    <message>
        <source>stack overflow</source>
        <translation>yığın taşması</translation>
    </message>
    <message>
        <source>heap corruption</source>
        <translation>öbek bozulması</translation>
    </message>
    <message>
        <source>stack buffer overrun</source>
        <translation>yığın arabelleği taşması</translation>
    </message>
    <message>
        <source>code runs on the stack</source>
        <translation>kod yığında çalışıyor</translation>
    </message>
    <message>
        <source>the access violation does not say what it tried</source>
        <translation>erişim ihlali neyi denediğini söylemiyor</translation>
    </message>
    <message>
        <source>access near null</source>
        <translation>null yakınına erişim</translation>
    </message>
    <message>
        <source>read of a bad address</source>
        <translation>hatalı bir adresten okuma</translation>
    </message>
    <message>
        <source>write to a bad address</source>
        <translation>hatalı bir adrese yazma</translation>
    </message>
    <message>
        <source>execution at a bad address</source>
        <translation>hatalı bir adreste yürütme</translation>
    </message>
    <message>
        <source>the address consists of ASCII characters</source>
        <translation>adres ASCII karakterlerinden oluşuyor</translation>
    </message>
    <message>
        <source>the instruction jumps</source>
        <translation>komut atlıyor</translation>
    </message>
    <message>
        <source>a string instruction</source>
        <translation>dizgi komutu</translation>
    </message>
    <message>
        <source>the bad value becomes a jump target</source>
        <translation>hatalı değer bir atlama hedefi oluyor</translation>
    </message>
    <message>
        <source>the bad value becomes an argument</source>
        <translation>hatalı değer bir argüman oluyor</translation>
    </message>
    <message>
        <source>the bad value becomes an address to write to</source>
        <translation>hatalı değer yazılacak bir adres oluyor</translation>
    </message>
    <message>
        <source>the bad value becomes the target of a block copy</source>
        <translation>hatalı değer bir blok kopyasının hedefi oluyor</translation>
    </message>
    <message>
        <source>the bad value becomes an address to read from</source>
        <translation>hatalı değer okunacak bir adres oluyor</translation>
    </message>
    <message>
        <source>the bad value becomes the source of a block copy</source>
        <translation>hatalı değer bir blok kopyasının kaynağı oluyor</translation>
    </message>
    <message>
        <source>the bad value is compared</source>
        <translation>hatalı değer karşılaştırılıyor</translation>
    </message>
    <message>
        <source>the signal is no memory fault</source>
        <translation>sinyal bir bellek hatası değil</translation>
    </message>
    <message>
        <source>pc is not in executable memory</source>
        <translation>pc yürütülebilir bellekte değil</translation>
    </message>
    <message>
        <source>the stack pointer is not in a stack</source>
        <translation>yığın işaretçisi bir yığında değil</translation>
    </message>
    <message>
        <source>the stack is executable</source>
        <translation>yığın yürütülebilir</translation>
    </message>
    <message>
        <source>the heap is executable</source>
        <translation>öbek yürütülebilir</translation>
    </message>
    <message>
        <source>a memory fault without further signs</source>
        <translation>başka belirtisi olmayan bir bellek hatası</translation>
    </message>
    <message>
        <source>there are no rules for this system</source>
        <translation>bu sistem için kural yok</translation>
    </message>
</context>
<context>
    <name>ByteValues</name>
    <message>
        <source>time, 32 bits</source>
        <translation>zaman, 32 bit</translation>
    </message>
    <message>
        <source>time, 64 bits</source>
        <translation>zaman, 64 bit</translation>
    </message>
</context>
<context>
    <name>CacheModel</name>
    <message>
        <source>%1, %2, %3 entries, oldest %4, kept for %5</source>
        <extracomment>a kind of cached files, its size, how many there are, how old and how long kept</extracomment>
        <translation>%1, %2, %3 kayıt, en eskisi %4, saklanma süresi %5</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Kayıt</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>En eski</translation>
    </message>
    <message>
        <source>Kept for</source>
        <translation>Saklanma süresi</translation>
    </message>
</context>
<context>
    <name>Caches</name>
    <message>
        <source>Debug files</source>
        <translation>Hata ayıklama dosyaları</translation>
    </message>
    <message>
        <source>as downloaded</source>
        <translation>indirildiği gibi</translation>
    </message>
    <message>
        <source>File metadata</source>
        <translation>Dosya bilgileri</translation>
    </message>
    <message>
        <source>also what was not found</source>
        <translation>bulunamayanlar da</translation>
    </message>
    <message>
        <source>Symcaches</source>
        <translation>Sembol önbellekleri</translation>
    </message>
    <message>
        <source>made from debug files</source>
        <translation>hata ayıklama dosyalarından yapılmış</translation>
    </message>
    <message>
        <source>Managed symbols</source>
        <translation>Yönetilen semboller</translation>
    </message>
    <message>
        <source>portable PDB</source>
        <translation>taşınabilir PDB</translation>
    </message>
    <message>
        <source>Symbol maps</source>
        <translation>Sembol eşlemeleri</translation>
    </message>
    <message>
        <source>of Apple builds</source>
        <translation>Apple derlemelerinin</translation>
    </message>
    <message>
        <source>Line mappings</source>
        <translation>Satır eşlemeleri</translation>
    </message>
    <message>
        <source>of Unity builds</source>
        <translation>Unity derlemelerinin</translation>
    </message>
    <message>
        <source>Source files</source>
        <translation>Kaynak dosyaları</translation>
    </message>
    <message>
        <source>for the Source view</source>
        <translation>Kaynak görünümü için</translation>
    </message>
    <message>
        <source>Script bundles</source>
        <translation>Betik paketleri</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Betikler</translation>
    </message>
    <message>
        <source>Source maps</source>
        <translation>Kaynak haritaları</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>dizinlenmiş</translation>
    </message>
    <message>
        <source>Mappings</source>
        <translation>Eşlemeler</translation>
    </message>
    <message>
        <source>ProGuard and R8, as downloaded</source>
        <translation>ProGuard ve R8, indirildiği gibi</translation>
    </message>
    <message>
        <source>Indexes of symbol servers</source>
        <translation>Sembol sunucularının dizinleri</translation>
    </message>
    <message>
        <source>Function tables</source>
        <translation>İşlev tabloları</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n gün</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n saat</numerusform>
        </translation>
    </message>
    <message>
        <source>under an hour</source>
        <translation>bir saatten az</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sınırsız</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>İptal edildi</translation>
    </message>
    <message>
        <source>The cache folder could not be changed: %1</source>
        <translation>Önbellek klasörü değiştirilemedi: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(s) checked, all are sound</source>
        <translation>
            <numerusform>%Ln kayıt denetlendi, hepsi sağlam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged entry(s) removed, the others are sound</source>
        <translation>
            <numerusform>%Ln bozuk kayıt silindi, ötekiler sağlam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(s) removed (%1)</source>
        <translation>
            <numerusform>%Ln kayıt silindi (%1)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CandidateModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Kaynak</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Sonuç</translation>
    </message>
</context>
<context>
    <name>CandidateWords</name>
    <message>
        <source>wrong build: the trace names map id %1, the file has %2</source>
        <translation>yanlış derleme: iz %1 eşleme kimliğini belirtiyor, dosyada %2 var</translation>
    </message>
    <message>
        <source>wrong build: found map id none</source>
        <translation>yanlış derleme: bulunan dosyada eşleme kimliği yok</translation>
    </message>
    <message>
        <source>wrong build: found map id %1</source>
        <translation>yanlış derleme: bulunan eşleme kimliği %1</translation>
    </message>
    <message>
        <source>wrong build: debug id %1 instead of %2</source>
        <translation>yanlış derleme: %2 yerine %1 hata ayıklama kimliği</translation>
    </message>
    <message>
        <source>wrong build: code id %1 instead of %2</source>
        <translation>yanlış derleme: %2 yerine %1 kod kimliği</translation>
    </message>
    <message>
        <source>wrong build: id %1 instead of %2</source>
        <translation>yanlış derleme: %2 yerine %1 kimliği</translation>
    </message>
    <message>
        <source>wrong build: checksum %1 instead of %2</source>
        <translation>yanlış derleme: %2 yerine %1 sağlama toplamı</translation>
    </message>
    <message>
        <source>wrong build: linked at %1, but loaded at %2</source>
        <translation>yanlış derleme: %1 adresine bağlanmış, ama %2 adresine yüklenmiş</translation>
    </message>
    <message>
        <source>wrong build: its first page is not that in the dump&apos;s memory</source>
        <translation>yanlış derleme: ilk sayfası dökümün belleğindekiyle aynı değil</translation>
    </message>
    <message>
        <source>wrong build: its dynamic section is not that in the dump&apos;s memory</source>
        <translation>yanlış derleme: dinamik bölümü dökümün belleğindekiyle aynı değil</translation>
    </message>
    <message>
        <source>wrong build: its data are not those in the dump&apos;s memory</source>
        <translation>yanlış derleme: verileri dökümün belleğindekilerle aynı değil</translation>
    </message>
    <message>
        <source>no split debug info</source>
        <translation>ayrılmış hata ayıklama bilgisi yok</translation>
    </message>
    <message>
        <source>beside the crash file</source>
        <translation>çökme dosyasının yanı</translation>
    </message>
    <message>
        <source>installed debug files</source>
        <translation>kurulu hata ayıklama dosyaları</translation>
    </message>
    <message>
        <source>located file</source>
        <translation>seçilen dosya</translation>
    </message>
    <message>
        <source>recorded path</source>
        <translation>kayıtlı yol</translation>
    </message>
    <message>
        <source>web address</source>
        <translation>web adresi</translation>
    </message>
    <message>
        <source>has no place for such a file</source>
        <translation>böyle bir dosya için yeri yok</translation>
    </message>
    <message>
        <source>not asked, because a file on this machine serves</source>
        <translation>sorulmadı, çünkü bu makinedeki bir dosya yeterli</translation>
    </message>
    <message>
        <source>checksum required</source>
        <translation>sağlama toplamı gerekli</translation>
    </message>
    <message>
        <source>filetype filter</source>
        <translation>dosya türü süzgeci</translation>
    </message>
    <message>
        <source>path pattern</source>
        <translation>yol kalıbı</translation>
    </message>
    <message>
        <source>id missing: %1</source>
        <translation>eksik kimlik: %1</translation>
    </message>
    <message>
        <source>id or file name unusable</source>
        <translation>kimlik ya da dosya adı kullanılamıyor</translation>
    </message>
    <message>
        <source>layout has no such type</source>
        <translation>düzende böyle bir tür yok</translation>
    </message>
    <message>
        <source>not in folder</source>
        <translation>klasörde yok</translation>
    </message>
    <message>
        <source>not in index</source>
        <translation>dizinde yok</translation>
    </message>
    <message>
        <source>not in listing</source>
        <translation>listede yok</translation>
    </message>
    <message>
        <source>listing not asked for</source>
        <translation>liste sorulmadı</translation>
    </message>
    <message>
        <source>no mapping file in it</source>
        <translation>içinde eşleme dosyası yok</translation>
    </message>
    <message>
        <source>one of several mappings here, and the trace has no id that tells which</source>
        <translation>buradaki birkaç eşlemeden biri; izde hangisi olduğunu söyleyen bir kimlik yok</translation>
    </message>
    <message>
        <source>an earlier mapping has the same content</source>
        <translation>önceki bir eşlemenin içeriği aynı</translation>
    </message>
    <message>
        <source>another file was chosen</source>
        <translation>başka bir dosya seçildi</translation>
    </message>
    <message>
        <source>Scraping disabled</source>
        <translation>Web&apos;den indirme kapalı</translation>
    </message>
    <message>
        <source>not a url</source>
        <translation>bir URL değil</translation>
    </message>
    <message>
        <source>`%1` is not an allowed download scheme</source>
        <translation>`%1` izin verilen bir indirme şeması değil</translation>
    </message>
    <message>
        <source>has no file of this build</source>
        <translation>bu derlemenin dosyası yok</translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n çerçeve</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>%1 says what happened, %2 is a function</extracomment>
        <translation>%2 içinde: %1</translation>
    </message>
    <message>
        <source>Read near null (+%1)</source>
        <translation>Boş adres yakınında okuma (+%1)</translation>
    </message>
    <message>
        <source>Write near null (+%1)</source>
        <translation>Boş adres yakınında yazma (+%1)</translation>
    </message>
    <message>
        <source>Execute near null (+%1)</source>
        <translation>Boş adres yakınında yürütme (+%1)</translation>
    </message>
    <message>
        <source>Access near null (+%1)</source>
        <translation>Boş adres yakınında erişim (+%1)</translation>
    </message>
    <message>
        <source>Read at misaligned address %1</source>
        <translation>Hizalanmamış %1 adresinde okuma</translation>
    </message>
    <message>
        <source>Write at misaligned address %1</source>
        <translation>Hizalanmamış %1 adresinde yazma</translation>
    </message>
    <message>
        <source>Access at misaligned address %1</source>
        <translation>Hizalanmamış %1 adresinde erişim</translation>
    </message>
    <message>
        <source>Privileged instruction %1</source>
        <translation>Ayrıcalıklı komut %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Stack overflow</source>
        <translation>Yığın taşması</translation>
    </message>
    <message>
        <source>Access to an impossible address %1</source>
        <translation>Olanaksız bir adrese erişim: %1</translation>
    </message>
    <message>
        <source>Ran past the end of a buffer</source>
        <translation>Arabelleğin sonu aşıldı</translation>
    </message>
    <message>
        <source>Called into unloaded %1</source>
        <translation>Bellekten kaldırılmış modüle çağrı: %1</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Bellek tükendi</translation>
    </message>
    <message>
        <source>Damaged file, its exception cannot be read</source>
        <translation>Dosya hasarlı, istisna kaydı okunamıyor</translation>
    </message>
    <message>
        <source>Sampled while it ran, no crash</source>
        <translation>Çalışırken örneklendi, çökme yok</translation>
    </message>
    <message>
        <source>Snapshot, no crash</source>
        <translation>Anlık görüntü, çökme yok</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1, adres: %2</translation>
    </message>
    <message>
        <source>Uncaught exception</source>
        <translation>Yakalanmamış istisna</translation>
    </message>
    <message>
        <source>Failed assertion</source>
        <translation>Başarısız doğrulama</translation>
    </message>
    <message>
        <source>Rust panic</source>
        <translation>Rust paniği</translation>
    </message>
    <message>
        <source>Go panic</source>
        <translation>Go paniği</translation>
    </message>
    <message>
        <source>Fatal error of Go&apos;s runtime</source>
        <translation>Go çalışma zamanının ölümcül hatası</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Programın kendini sonlandırması</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <extracomment>%1 is a thread, or several with commas between them</extracomment>
        <translation>%1 ve %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 ve %n tane daha</numerusform>
        </translation>
    </message>
    <message>
        <source>Deadlock: %1 wait for each other</source>
        <translation>Kilitlenme: %1 birbirini bekliyor</translation>
    </message>
    <message>
        <source>Possible deadlock: %1 may wait for each other</source>
        <translation>Olası kilitlenme: %1 birbirini bekliyor olabilir</translation>
    </message>
    <message>
        <source>Deadlock: %1 waits for a lock that it holds</source>
        <translation>Kilitlenme: %1 kendi tuttuğu bir kilidi bekliyor</translation>
    </message>
    <message>
        <source>Waits for a lock of a thread that has ended: %1</source>
        <translation>Sona ermiş bir iş parçacığının kilidini bekliyor: %1</translation>
    </message>
    <message>
        <source>Crash of an untold reason</source>
        <translation>Nedeni bildirilmemiş çökme</translation>
    </message>
    <message>
        <source>Called a null pointer</source>
        <translation>Boş işaretçi çağrıldı</translation>
    </message>
</context>
<context>
    <name>ChainModel</name>
    <message>
        <source>Thread</source>
        <translation>İş parçacığı</translation>
    </message>
</context>
<context>
    <name>ChainRows</name>
    <message>
        <source>holds %1</source>
        <translation>tuttuğu: %1</translation>
    </message>
    <message>
        <source>%1 waits for %2, perhaps held by %3</source>
        <translation>%1 bekliyor: %2; belki tutan: %3</translation>
    </message>
    <message numerus="yes">
        <source>%n more thread(s)</source>
        <translation>
            <numerusform>%n iş parçacığı daha</numerusform>
        </translation>
    </message>
    <message>
        <source>stands in %1</source>
        <translation>bulunduğu işlev: %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>bekliyor: %1</translation>
    </message>
    <message>
        <source>a guess: no word names the holder</source>
        <translation>tahmin: tutanı hiçbir sözcük göstermiyor</translation>
    </message>
    <message>
        <source>perhaps held by %1</source>
        <translation>belki tutan: %1</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>tutan: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1 is a lock, %2 its holder or why it is unknown</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 perhaps holds %2</source>
        <translation>%1 belki şunu tutuyor: %2</translation>
    </message>
    <message>
        <source>%1 holds %2</source>
        <translation>%1 şunu tutuyor: %2</translation>
    </message>
</context>
<context>
    <name>CodeModel</name>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Uzaklık</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Baytlar</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>Komut</translation>
    </message>
    <message>
        <source>Operands</source>
        <translation>İşlenenler</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Anlamı</translation>
    </message>
</context>
<context>
    <name>CodeRows</name>
    <message>
        <source>inlined %1  %2</source>
        <extracomment>%1 is a function whose code stands in another one, %2 a file and line</extracomment>
        <translation>satır içi %1  %2</translation>
    </message>
    <message>
        <source>%1, the crash was here</source>
        <translation>%1, çökme burada oldu</translation>
    </message>
    <message>
        <source>%1, the frame is here</source>
        <translation>%1, çerçeve burada</translation>
    </message>
    <message>
        <source>%1, the module&apos;s file has other bytes</source>
        <translation>%1, modülün dosyasında başka baytlar var</translation>
    </message>
    <message>
        <source>no instruction</source>
        <translation>komut değil</translation>
    </message>
    <message>
        <source>not as in the file</source>
        <translation>dosyadakinden farklı</translation>
    </message>
    <message>
        <source>not as in the file; %1</source>
        <translation>dosyadakinden farklı; %1</translation>
    </message>
</context>
<context>
    <name>ComparedFactModel</name>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4</source>
        <extracomment>a fact, its values in the left and the right report, and how they relate</extracomment>
        <translation>%1: %2, %3, %4</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Sol</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Sağ</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>İlişki</translation>
    </message>
</context>
<context>
    <name>ComparedFrameModel</name>
    <message>
        <source>%1, same in both</source>
        <translation>%1, ikisinde de aynı</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>a frame, and what became of it: &quot;moved&quot;, &quot;only left&quot;</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Sol</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>İlişki</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Sağ</translation>
    </message>
    <message>
        <source>%1, %2, then %3</source>
        <translation>%1, %2, sonra %3</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Ürün</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Sürüm</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>Yapı</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>System version</source>
        <translation>Sistem sürümü</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Mimari</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Aygıt</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Süreç</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Neden</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>İş parçacığı</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>İmza</translation>
    </message>
    <message>
        <source>unknown function</source>
        <translation>bilinmeyen işlev</translation>
    </message>
    <message>
        <source>unknown function in %1</source>
        <translation>%1 içinde bilinmeyen işlev</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>%1. satır</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>%1. çerçeve</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%%1</translation>
    </message>
    <message>
        <source>No difference in stack, facts and modules</source>
        <translation>Yığın, olgular ve modüllerde fark yok</translation>
    </message>
    <message>
        <source>Neither report has a stack</source>
        <translation>Raporların hiçbirinde yığın yok</translation>
    </message>
    <message>
        <source>Only one of the reports has a stack</source>
        <translation>Raporlardan yalnızca birinde yığın var</translation>
    </message>
    <message>
        <source>The stacks have nothing in common</source>
        <translation>Yığınların ortak yanı yok</translation>
    </message>
    <message>
        <source>Same stack, other facts or modules</source>
        <translation>Aynı yığın, başka olgular ya da modüller</translation>
    </message>
    <message>
        <source>Same signature, reached another way</source>
        <translation>Aynı imza, başka yoldan varılmış</translation>
    </message>
    <message>
        <source>Different signatures, partly the same stack</source>
        <translation>Farklı imzalar, yığın kısmen aynı</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Sol</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Sağ</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>İlişki</translation>
    </message>
    <message>
        <source>is %1 here</source>
        <translation>burada %1</translation>
    </message>
    <message>
        <source>both %1</source>
        <translation>ikisi de %1</translation>
    </message>
    <message>
        <source>stacks %1 alike</source>
        <translation>yığınlar %1 benzer</translation>
    </message>
    <message>
        <source>the same signature</source>
        <translation>aynı imza</translation>
    </message>
    <message>
        <source>other signatures</source>
        <translation>başka imzalar</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Olgu</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>Same functions, at other lines</source>
        <translation>Aynı işlevler, başka satırlarda</translation>
    </message>
</context>
<context>
    <name>CredentialModel</name>
    <message>
        <source>Source</source>
        <translation>Kaynak</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Where it is kept</source>
        <translation>Saklandığı yer</translation>
    </message>
</context>
<context>
    <name>DebugFile</name>
    <message>
        <source>Functions, lines and unwind data are here</source>
        <translation>İşlevler, satırlar ve yığın çözme verileri burada</translation>
    </message>
    <message>
        <source>Functions and lines are here; unwind data is elsewhere</source>
        <translation>İşlevler ve satırlar burada; yığın çözme verileri başka yerde</translation>
    </message>
    <message>
        <source>Names of functions are here; lines come from the file beside it</source>
        <translation>İşlev adları burada; satırlar yanındaki dosyadan geliyor</translation>
    </message>
    <message>
        <source>Unwind data is here; names and lines are elsewhere</source>
        <translation>Yığın çözme verileri burada; adlar ve satırlar başka yerde</translation>
    </message>
    <message>
        <source>Source texts are here; names are elsewhere</source>
        <translation>Kaynak metinleri burada; adlar başka yerde</translation>
    </message>
    <message>
        <source>This file has neither names nor unwind data</source>
        <translation>Bu dosyada ne adlar ne de yığın çözme verileri var</translation>
    </message>
    <message>
        <source>Names of functions and unwind data are here; lines are elsewhere</source>
        <translation>İşlev adları ve yığın çözme verileri burada; satırlar başka yerde</translation>
    </message>
    <message>
        <source>Names of functions are here; lines and unwind data are elsewhere</source>
        <translation>İşlev adları burada; satırlar ve yığın çözme verileri başka yerde</translation>
    </message>
    <message>
        <source>object file</source>
        <translation>nesne dosyası</translation>
    </message>
    <message>
        <source>program</source>
        <translation>program</translation>
    </message>
    <message>
        <source>library</source>
        <translation>kitaplık</translation>
    </message>
    <message>
        <source>dump</source>
        <translation>döküm</translation>
    </message>
    <message>
        <source>debug file</source>
        <translation>hata ayıklama dosyası</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>kaynaklar</translation>
    </message>
    <message>
        <source>Debug link</source>
        <translation>Hata ayıklama bağı</translation>
    </message>
    <message>
        <source>Supplementary file</source>
        <translation>Ek dosya</translation>
    </message>
    <message>
        <source>Packed symbols</source>
        <translation>Sıkıştırılmış semboller</translation>
    </message>
    <message>
        <source>Split unit</source>
        <translation>Ayrık birim</translation>
    </message>
    <message>
        <source>Names its PDB</source>
        <translation>Adını verdiği PDB</translation>
    </message>
    <message>
        <source>Symbol map</source>
        <translation>Sembol eşlemesi</translation>
    </message>
    <message>
        <source>Source server</source>
        <translation>Kaynak sunucusu</translation>
    </message>
    <message>
        <source>Source link</source>
        <translation>Kaynak bağlantısı</translation>
    </message>
    <message>
        <source>Debug info in</source>
        <translation>Hata ayıklama bilgisi şurada</translation>
    </message>
    <message>
        <source>Source map</source>
        <translation>Kaynak haritası</translation>
    </message>
    <message>
        <source>Object file</source>
        <translation>Nesne dosyası</translation>
    </message>
    <message>
        <source>Further files</source>
        <translation>Başka dosyalar</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>a part of a file, and how many of it are there</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>evet</translation>
    </message>
    <message>
        <source>no</source>
        <translation>hayır</translation>
    </message>
    <message>
        <source>none inside</source>
        <translation>içinde yok</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>işlevler</translation>
    </message>
    <message>
        <source>source lines</source>
        <translation>kaynak satırları</translation>
    </message>
    <message>
        <source>inlined calls</source>
        <translation>satır içi çağrılar</translation>
    </message>
    <message>
        <source>source files</source>
        <translation>kaynak dosyaları</translation>
    </message>
    <message>
        <source>units</source>
        <translation>birimler</translation>
    </message>
    <message>
        <source>source texts</source>
        <translation>kaynak metinleri</translation>
    </message>
    <message>
        <source>unwind data</source>
        <translation>yığın çözme verileri</translation>
    </message>
    <message>
        <source>look-up file</source>
        <translation>arama dosyası</translation>
    </message>
    <message>
        <source>source map</source>
        <translation>kaynak haritası</translation>
    </message>
    <message>
        <source>mapping</source>
        <translation>eşleme</translation>
    </message>
    <message>
        <source>source bundle</source>
        <translation>kaynak paketi</translation>
    </message>
    <message>
        <source>portable PDB</source>
        <translation>taşınabilir PDB</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>bilinmiyor</translation>
    </message>
    <message>
        <source>A look-up file: what Faultline has read out of a debug file</source>
        <translation>Arama dosyası: Faultline’ın bir hata ayıklama dosyasından okudukları</translation>
    </message>
    <message>
        <source>A source map with the texts of its sources</source>
        <translation>Kaynaklarının metinlerini içeren bir kaynak haritası</translation>
    </message>
    <message>
        <source>A source map without the texts of its sources</source>
        <translation>Kaynaklarının metinlerini içermeyen bir kaynak haritası</translation>
    </message>
    <message>
        <source>A mapping with names and lines</source>
        <translation>Adları ve satırları olan bir eşleme</translation>
    </message>
    <message>
        <source>A mapping with names, without lines</source>
        <translation>Adları olan, satırları olmayan bir eşleme</translation>
    </message>
    <message>
        <source>Build id</source>
        <translation>Derleme kimliği</translation>
    </message>
    <message>
        <source>Code id</source>
        <translation>Kod kimliği</translation>
    </message>
    <message>
        <source>UUID</source>
        <translation>UUID</translation>
    </message>
    <message>
        <source>Debug id</source>
        <translation>Hata ayıklama kimliği</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Dosya</translation>
    </message>
    <message>
        <source>Programs in it</source>
        <translation>İçindeki programlar</translation>
    </message>
    <message>
        <source>Linked at</source>
        <translation>Bağlandığı adres</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>Üreten</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Not</translation>
    </message>
    <message>
        <source>names</source>
        <translation>adlar</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>sınıflar</translation>
    </message>
    <message>
        <source>methods</source>
        <translation>yöntemler</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2, not in this file</source>
        <translation>%1, %2, bu dosyada değil</translation>
    </message>
    <message>
        <source>text inside</source>
        <translation>metni içinde</translation>
    </message>
    <message>
        <source>%1, with its text</source>
        <translation>%1, metniyle birlikte</translation>
    </message>
    <message>
        <source>inline</source>
        <translation>satır içi</translation>
    </message>
    <message>
        <source>%1, %2, inlined %3</source>
        <translation>%1, %2, satır içi %3</translation>
    </message>
    <message>
        <source>from the symbol table</source>
        <translation>sembol tablosundan</translation>
    </message>
    <message>
        <source>inlined %1, %2</source>
        <translation>satır içi %1, %2</translation>
    </message>
    <message>
        <source>elsewhere</source>
        <translation>başka yerde</translation>
    </message>
    <message numerus="yes">
        <source>in %n row(s)</source>
        <translation>
            <numerusform>%n satırda</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailModel</name>
    <message>
        <source>%1: %2</source>
        <extracomment>name and value of a fact, read as one sentence</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Bilgi</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>About the file</source>
        <translation>Dosya hakkında</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n fact(s), open</source>
        <translation>
            <numerusform>%1, %n bilgi, açık</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n fact(s), closed</source>
        <translation>
            <numerusform>%1, %n bilgi, kapalı</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailRows</name>
    <message>
        <source>%1 s</source>
        <translation>%1 sn</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 dk</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 sa %2 dk</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1</translation>
    </message>
    <message>
        <source>%1 (pid %2)</source>
        <translation>%1 (pid %2)</translation>
    </message>
    <message>
        <source>up %1</source>
        <translation>çalışma süresi: %1</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Neden</translation>
    </message>
    <message>
        <source>Assertion</source>
        <translation>Doğrulama</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>Parametre %1</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>İşlemci</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Çekirdek</translation>
    </message>
    <message>
        <source>Microcode</source>
        <translation>Mikrokod</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Aygıt</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Süreç</translation>
    </message>
    <message>
        <source>Crashed at</source>
        <translation>Çökme zamanı</translation>
    </message>
    <message>
        <source>Note, %1</source>
        <translation>Not, %1</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Neden</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>İleti</translation>
    </message>
</context>
<context>
    <name>EvidenceModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Frame, and the steps that were tried</source>
        <translation>Çerçeve ve denenen adımlar</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Güven</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>Dayanağı</translation>
    </message>
</context>
<context>
    <name>EvidenceRows</name>
    <message>
        <source>Signal trampoline</source>
        <translation>Sinyal dönüş kodu</translation>
    </message>
    <message>
        <source>Signal handler of macOS</source>
        <translation>macOS sinyal işleyicisi</translation>
    </message>
    <message>
        <source>Known start on the BSDs</source>
        <translation>BSD’lerde bilinen başlangıç</translation>
    </message>
    <message>
        <source>Exception handler of x86 Windows</source>
        <translation>x86 Windows istisna işleyicisi</translation>
    </message>
    <message>
        <source>Change of stacks in Go</source>
        <translation>Go’da yığın değişimi</translation>
    </message>
    <message>
        <source>Frame pointer, preferred</source>
        <translation>Çerçeve işaretçisi, öncelikli</translation>
    </message>
    <message>
        <source>Unwind data</source>
        <translation>Çözme verisi</translation>
    </message>
    <message>
        <source>Call through a bad pointer</source>
        <translation>Bozuk işaretçiyle çağrı</translation>
    </message>
    <message>
        <source>Instructions from the start</source>
        <translation>Baştan itibaren komutlar</translation>
    </message>
    <message>
        <source>Known start of threads</source>
        <translation>İş parçacıklarının bilinen başlangıcı</translation>
    </message>
    <message>
        <source>Prologue or epilogue</source>
        <translation>Giriş ya da çıkış kodu</translation>
    </message>
    <message>
        <source>A call that leads here</source>
        <translation>Buraya götüren bir çağrı</translation>
    </message>
    <message>
        <source>Ways to the return</source>
        <translation>Dönüşe giden yollar</translation>
    </message>
    <message>
        <source>Ways to the return on arm64</source>
        <translation>arm64’te dönüşe giden yollar</translation>
    </message>
    <message>
        <source>System call of 32-bit Linux</source>
        <translation>32 bit Linux sistem çağrısı</translation>
    </message>
    <message>
        <source>Link register</source>
        <translation>Bağlantı yazmacı</translation>
    </message>
    <message>
        <source>Frame pointer</source>
        <translation>Çerçeve işaretçisi</translation>
    </message>
    <message>
        <source>Link register, unchecked</source>
        <translation>Bağlantı yazmacı, denetimsiz</translation>
    </message>
    <message>
        <source>Scan of the stack</source>
        <translation>Yığının taranması</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>alındı</translation>
    </message>
    <message>
        <source>ends here</source>
        <translation>burada biter</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>reddedildi</translation>
    </message>
    <message>
        <source>no basis</source>
        <translation>dayanak yok</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>burada değil</translation>
    </message>
    <message>
        <source>it is for other systems</source>
        <translation>başka sistemler içindir</translation>
    </message>
    <message>
        <source>it is for other processors</source>
        <translation>başka işlemciler içindir</translation>
    </message>
    <message>
        <source>it is for frames that made a call, and this one was interrupted</source>
        <translation>çağrı yapmış çerçeveler içindir, bu ise kesintiye uğradı</translation>
    </message>
    <message>
        <source>it needs an exact address, and this is a return address</source>
        <translation>kesin bir adres gerektirir, bu ise bir dönüş adresi</translation>
    </message>
    <message>
        <source>the address points to code, so the call was good</source>
        <translation>adres koda gösteriyor, yani çağrı düzgündü</translation>
    </message>
    <message>
        <source>the address lies in no module</source>
        <translation>adres hiçbir modülde değil</translation>
    </message>
    <message>
        <source>the files of %1 are not here</source>
        <translation>%1 dosyaları burada yok</translation>
    </message>
    <message>
        <source>the file of %1 has no unwind data</source>
        <translation>%1 dosyasında çözme verisi yok</translation>
    </message>
    <message>
        <source>the bytes at the address are not known</source>
        <translation>adresteki baytlar bilinmiyor</translation>
    </message>
    <message>
        <source>no symbol names the function</source>
        <translation>işlevi adlandıran bir simge yok</translation>
    </message>
    <message>
        <source>the function is none of those that it is for</source>
        <translation>işlev, bu adımın ilgilendiklerinden değil</translation>
    </message>
    <message>
        <source>the instructions are no signal trampoline</source>
        <translation>komutlar bir sinyal dönüş kodu değil</translation>
    </message>
    <message>
        <source>the stack pointer is a guess</source>
        <translation>yığın işaretçisi bir tahmin</translation>
    </message>
    <message>
        <source>the register that it starts from was not recovered</source>
        <translation>başlangıç yazmacı kurtarılamadı</translation>
    </message>
    <message>
        <source>the address is not in the kernel&apos;s own library</source>
        <translation>adres çekirdeğin kendi kitaplığında değil</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <extracomment>two remarks</extracomment>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>this module</source>
        <translation>bu modül</translation>
    </message>
    <message>
        <source>leads to %1</source>
        <translation>%1 adresine götürür</translation>
    </message>
    <message>
        <source>nothing called this function</source>
        <translation>bu işlevi çağıran yok</translation>
    </message>
    <message>
        <source>the register holds %1, and nothing there fits</source>
        <translation>yazmaçta %1 var ve orada uyan bir şey yok</translation>
    </message>
    <message>
        <source>nothing that it found fits</source>
        <translation>bulduklarından hiçbiri uymuyor</translation>
    </message>
    <message>
        <source>the registers that the file keeps</source>
        <translation>dosyanın sakladığı yazmaçlar</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>a kind of unwind data, and the module that has it</extracomment>
        <translation>%2 için %1</translation>
    </message>
    <message>
        <source>%1: return address at %2</source>
        <translation>%1: dönüş adresi %2 konumunda</translation>
    </message>
    <message>
        <source>Frame %1, %2, %3: %4</source>
        <translation>Çerçeve %1, %2, %3: %4</translation>
    </message>
    <message>
        <source>Step %1, %2, %3: %4</source>
        <translation>Adım %1, %2, %3: %4</translation>
    </message>
    <message numerus="yes">
        <source>%n more step(s) are for other systems or processors</source>
        <translation>
            <numerusform>%n adım daha başka sistemler ya da işlemciler için</numerusform>
        </translation>
    </message>
    <message>
        <source>Further frames are not explained.</source>
        <translation>Sonraki çerçeveler açıklanmıyor.</translation>
    </message>
    <message>
        <source>End: %1</source>
        <translation>Son: %1</translation>
    </message>
    <message>
        <source>End of the stack</source>
        <translation>Yığının sonu</translation>
    </message>
    <message>
        <source>The unwind data of %1 would tell for certain.</source>
        <translation>%1 çözme verisi kesin olarak söylerdi.</translation>
    </message>
    <message>
        <source>%1 is not on this machine, so frame %2 is a guess and all below rests on it.</source>
        <translation>%1 bu makinede yok; bu yüzden çerçeve %2 bir tahmindir ve altındakilerin hepsi ona dayanır.</translation>
    </message>
    <message>
        <source>Frame %1 is a guess, and all below rests on it.</source>
        <translation>Çerçeve %1 bir tahmindir ve altındakilerin hepsi ona dayanır.</translation>
    </message>
</context>
<context>
    <name>ExportModel</name>
    <message>
        <source>left out</source>
        <translation>çıkarıldı</translation>
    </message>
    <message>
        <source>%1: %2 becomes %3, %4</source>
        <extracomment>what a text is, the text, what stands in the file instead, number of places</extracomment>
        <translation>%1: %2 yerine %3, %4</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Ne</translation>
    </message>
    <message>
        <source>In the report</source>
        <translation>Raporda</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>Dosyada</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Yer</translation>
    </message>
</context>
<context>
    <name>ExportRows</name>
    <message>
        <source>Memory</source>
        <translation>Bellek</translation>
    </message>
    <message>
        <source>Stream of the file</source>
        <translation>Dosyanın akışı</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Ortam</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Komut satırı</translation>
    </message>
    <message>
        <source>Start of the system</source>
        <translation>Sistemin başlangıcı</translation>
    </message>
    <message>
        <source>Protected annotation</source>
        <translation>Korumalı açıklama</translation>
    </message>
    <message>
        <source>Further fact</source>
        <translation>Diğer bilgi</translation>
    </message>
    <message>
        <source>Values of variables</source>
        <translation>Değişken değerleri</translation>
    </message>
    <message>
        <source>Text of the process</source>
        <translation>Sürecin metni</translation>
    </message>
    <message>
        <source>Raw bytes</source>
        <translation>Ham baytlar</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>Kullanıcı adı</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>Makine adı</translation>
    </message>
    <message>
        <source>Device name</source>
        <translation>Aygıt adı</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Müşteri</translation>
    </message>
    <message>
        <source>Mail address</source>
        <translation>E-posta adresi</translation>
    </message>
    <message>
        <source>Network address</source>
        <translation>Ağ adresi</translation>
    </message>
    <message>
        <source>Web address</source>
        <translation>Web adresi</translation>
    </message>
    <message>
        <source>Key or password</source>
        <translation>Anahtar veya parola</translation>
    </message>
    <message numerus="yes">
        <source>%n region(s), %1</source>
        <extracomment>%1 is a size</extracomment>
        <translation>
            <numerusform>%n bölge, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>the name of a part of the file, and its size</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>further ones</source>
        <translation>diğerleri</translation>
    </message>
</context>
<context>
    <name>FacetModel</name>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>no report</source>
        <translation>rapor yok</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, included</source>
        <translation>%1, dâhil</translation>
    </message>
    <message>
        <source>%1, excluded</source>
        <translation>%1, hariç</translation>
    </message>
    <message>
        <source>= %1</source>
        <extracomment>a chosen value of a field; the signs are those of search lines</extracomment>
        <translation>= %1</translation>
    </message>
    <message>
        <source>≠ %1</source>
        <translation>≠ %1</translation>
    </message>
    <message>
        <source>%1
Click: only these. Alt+click: not these.</source>
        <translation>%1
Tıklama: yalnızca bunlar. Alt+tıklama: bunlar hariç.</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
</context>
<context>
    <name>FactModel</name>
    <message>
        <source>Key</source>
        <translation>Anahtar</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Kaynağı</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Başlangıç</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Bitiş</translation>
    </message>
    <message>
        <source>Code ID</source>
        <translation>Kod kimliği</translation>
    </message>
    <message>
        <source>Handle</source>
        <translation>Tanıtıcı</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Erişim</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Sayı</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zaman</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Düzey</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategori</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>İleti</translation>
    </message>
</context>
<context>
    <name>FactRows</name>
    <message>
        <source>the file</source>
        <translation>dosya</translation>
    </message>
    <message>
        <source>%1, not in the file</source>
        <translation>%1, dosyada yok</translation>
    </message>
    <message>
        <source>Handler %1</source>
        <translation>İşleyici %1</translation>
    </message>
    <message>
        <source>Handlers end</source>
        <translation>İşleyicilerin sonu</translation>
    </message>
    <message>
        <source>the next is not in the file</source>
        <translation>sonraki dosyada yok</translation>
    </message>
    <message>
        <source>the chain is damaged: the next lies below</source>
        <translation>zincir bozuk: sonraki daha aşağıda</translation>
    </message>
    <message>
        <source>more are not shown</source>
        <translation>kalanlar gösterilmiyor</translation>
    </message>
    <message>
        <source>environment</source>
        <translation>ortam</translation>
    </message>
    <message>
        <source>TEB</source>
        <translation>TEB</translation>
    </message>
    <message>
        <source>Stack base</source>
        <translation>Yığın tabanı</translation>
    </message>
    <message>
        <source>Stack limit</source>
        <translation>Yığın sınırı</translation>
    </message>
    <message>
        <source>PEB</source>
        <translation>PEB</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Görüntü</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parametreler</translation>
    </message>
    <message>
        <source>Debugged</source>
        <translation>Hata ayıklanıyor</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>evet</translation>
    </message>
    <message>
        <source>no</source>
        <translation>hayır</translation>
    </message>
    <message>
        <source>the event</source>
        <translation>olay</translation>
    </message>
</context>
<context>
    <name>FieldModel</name>
    <message>
        <source>Field</source>
        <translation>Alan</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Konum</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>Means</source>
        <translation>Anlamı</translation>
    </message>
</context>
<context>
    <name>FieldRows</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n öğe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n bayt</numerusform>
        </translation>
    </message>
    <message>
        <source>thread %1 “%2”</source>
        <translation>iş parçacığı %1 “%2”</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>iş parçacığı %1</translation>
    </message>
    <message>
        <source>stack of thread %1 + %2</source>
        <translation>iş parçacığı %1 yığını + %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>dosyada</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
</context>
<context>
    <name>FindModel</name>
    <message>
        <source>#</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Konum</translation>
    </message>
</context>
<context>
    <name>FindRows</name>
    <message>
        <source>Frame %1, inline</source>
        <translation>%1. çerçeve, satır içi</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>%1. çerçeve</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>İş parçacığı %1</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n çerçeve</numerusform>
        </translation>
    </message>
    <message>
        <source>× %1 identical</source>
        <translation>× %1 aynı</translation>
    </message>
    <message>
        <source>%1 in each</source>
        <translation>her birinde %1</translation>
    </message>
    <message>
        <source>%1 identical threads</source>
        <translation>aynı %1 iş parçacığı</translation>
    </message>
</context>
<context>
    <name>FrameRows</name>
    <message>
        <source>wrong build</source>
        <translation>başka derleme</translation>
    </message>
    <message>
        <source>Frame %1, inline</source>
        <translation>Çerçeve %1, satır içi</translation>
    </message>
    <message>
        <source>Frame %1</source>
        <translation>Çerçeve %1</translation>
    </message>
    <message>
        <source>crashed here</source>
        <translation>çökme burada</translation>
    </message>
    <message>
        <source>%1 line %2</source>
        <translation>%1, satır %2</translation>
    </message>
    <message>
        <source>symbol found</source>
        <translation>sembol bulundu</translation>
    </message>
    <message>
        <source>no symbols</source>
        <translation>sembol yok</translation>
    </message>
    <message>
        <source>found by scanning, may be wrong</source>
        <translation>taramayla bulundu, yanlış olabilir</translation>
    </message>
    <message>
        <source>named by a file of another build, may be wrong</source>
        <translation>adı başka bir derlemenin dosyasından, yanlış olabilir</translation>
    </message>
    <message>
        <source>The stack ends here: unwind data mark the outermost frame</source>
        <translation>Yığın burada bitiyor: geri sarma verileri en dış çerçeveyi gösteriyor</translation>
    </message>
    <message>
        <source>The stack ends here: the return address is zero</source>
        <translation>Yığın burada bitiyor: dönüş adresi sıfır</translation>
    </message>
    <message>
        <source>The stack ends here: the frame pointer is zero</source>
        <translation>Yığın burada bitiyor: çerçeve işaretçisi sıfır</translation>
    </message>
    <message>
        <source>The stack ends here: threads begin in this function</source>
        <translation>Yığın burada bitiyor: iş parçacıkları bu işlevde başlar</translation>
    </message>
    <message>
        <source>The stack is cut off here: the file holds no more of its memory</source>
        <translation>Yığın burada kesiliyor: dosyada belleğinin devamı yok</translation>
    </message>
    <message>
        <source>The stack is cut off here: the frame limit is reached</source>
        <translation>Yığın burada kesiliyor: çerçeve sınırına ulaşıldı</translation>
    </message>
    <message>
        <source>The stack is cut off here: the time limit is reached</source>
        <translation>Yığın burada kesiliyor: süre sınırına ulaşıldı</translation>
    </message>
    <message>
        <source>The stack breaks off here: the stack pointer did not advance</source>
        <translation>Yığın burada kopuyor: yığın işaretçisi ilerlemedi</translation>
    </message>
    <message>
        <source>The stack breaks off here: the return address points to no code</source>
        <translation>Yığın burada kopuyor: dönüş adresi kod göstermiyor</translation>
    </message>
    <message>
        <source>The thread has no registers</source>
        <translation>İş parçacığının yazmaçları yok</translation>
    </message>
    <message>
        <source>The stack breaks off here: no caller was found</source>
        <translation>Yığın burada kopuyor: çağıran bulunamadı</translation>
    </message>
    <message>
        <source>The crash reporter&apos;s frames end here</source>
        <translation>Çökme bildiricisinin çerçeveleri burada bitiyor</translation>
    </message>
    <message>
        <source>The name comes from the symbol table</source>
        <translation>Ad, sembol tablosundan geliyor</translation>
    </message>
    <message>
        <source>one of %1</source>
        <extracomment>a frame with several possible meanings, of which one is shown</extracomment>
        <translation>%1 olasılıktan biri</translation>
    </message>
    <message numerus="yes">
        <source>one of %n possible meaning(s)</source>
        <translation>
            <numerusform>%n olası anlamdan biri</numerusform>
        </translation>
    </message>
    <message>
        <source>symbols are being looked for</source>
        <translation>semboller aranıyor</translation>
    </message>
    <message>
        <source>inline</source>
        <translation>satır içi</translation>
    </message>
    <message>
        <source>Inlined call</source>
        <translation>Satır içi çağrı</translation>
    </message>
    <message>
        <source>inline: the compiler put this function into frame %1. It has no frame of its own.</source>
        <translation>satır içi: derleyici bu işlevi %1 numaralı çerçevenin içine koydu. Kendi çerçevesi yok.</translation>
    </message>
    <message>
        <source>code</source>
        <translation>kod</translation>
    </message>
    <message>
        <source>Found by reading instructions</source>
        <translation>Komutlar okunarak bulundu</translation>
    </message>
    <message>
        <source>code: the function&apos;s instructions were followed to its return, which is as sure as unwind data.</source>
        <translation>kod: işlevin komutları dönüşüne kadar izlendi; bu, geri sarma verisi kadar kesindir.</translation>
    </message>
    <message>
        <source>cfi</source>
        <translation>cfi</translation>
    </message>
    <message>
        <source>Found through call frame information</source>
        <translation>Çağrı çerçevesi bilgisiyle bulundu</translation>
    </message>
    <message>
        <source>cfi: as sure as the unwind data of the function that it called.</source>
        <translation>cfi: çağırdığı işlevin geri sarma verisi kadar kesin.</translation>
    </message>
    <message>
        <source>cfi: as sure as the unwind data of the function that it called. The frame lies in %1.</source>
        <translation>cfi: çağırdığı işlevin geri sarma verisi kadar kesin. Çerçeve %1 içinde.</translation>
    </message>
    <message>
        <source>cfiscan</source>
        <translation>cfi tarama</translation>
    </message>
    <message>
        <source>scan</source>
        <translation>tarama</translation>
    </message>
    <message>
        <source>Found by scanning the stack</source>
        <translation>Yığın taranarak bulundu</translation>
    </message>
    <message>
        <source>cfiscan: unwind data led here from a frame that scanning had found, so it may be wrong as well.</source>
        <translation>cfi tarama: geri sarma verisi, tarayarak bulunmuş bir çerçeveden buraya götürdü; o da yanlış olabilir.</translation>
    </message>
    <message>
        <source>scan: a word on the stack looks like a return address. It may be left over from an earlier call.</source>
        <translation>tarama: yığındaki bir sözcük dönüş adresine benziyor. Önceki bir çağrıdan kalmış olabilir.</translation>
    </message>
    <message>
        <source>context</source>
        <translation>bağlam</translation>
    </message>
    <message>
        <source>Taken from the thread&apos;s registers</source>
        <translation>İş parçacığının yazmaçlarından alındı</translation>
    </message>
    <message>
        <source>context: certain. The file holds the registers.</source>
        <translation>bağlam: kesin. Dosyada yazmaçlar var.</translation>
    </message>
    <message>
        <source>fp</source>
        <translation>fp</translation>
    </message>
    <message>
        <source>Found through the frame pointer</source>
        <translation>Çerçeve göstergesiyle bulundu</translation>
    </message>
    <message>
        <source>fp: right where functions keep a frame pointer. One that keeps none is missing from the stack.</source>
        <translation>fp: işlevler çerçeve göstergesi tutuyorsa doğrudur. Tutmayan bir işlev yığında eksik kalır.</translation>
    </message>
    <message>
        <source>prewalked</source>
        <translation>hazır</translation>
    </message>
    <message>
        <source>Given by the crash reporter</source>
        <translation>Çökme bildiricisi verdi</translation>
    </message>
    <message>
        <source>prewalked: it walked this stack itself, and kept nothing by which the walk could be checked.</source>
        <translation>hazır: bu yığını kendisi yürüdü ve yürüyüşün denetlenebileceği hiçbir şey saklamadı.</translation>
    </message>
    <message>
        <source>Named by a file of another build</source>
        <translation>Başka bir derlemenin dosyasından adlandırıldı</translation>
    </message>
    <message>
        <source>wrong build: name and line may be those of other code.</source>
        <translation>yanlış derleme: ad ve satır başka bir koda ait olabilir.</translation>
    </message>
    <message>
        <source>One of several methods
The mapping gives them the same name, and the trace has no line that tells them apart. Enter shows all.</source>
        <translation>Birkaç yöntemden biri
Eşleme onlara aynı adı veriyor ve izde onları ayıran satır yok. Enter hepsini gösterir.</translation>
    </message>
    <message>
        <source>(anonymous)</source>
        <translation>(adsız)</translation>
    </message>
</context>
<context>
    <name>GroupRows</name>
    <message>
        <source>Version</source>
        <translation>Sürüm</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>System version</source>
        <translation>Sistem sürümü</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Mimari</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Ürün</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Neden</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Aygıt</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>İş parçacığı</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Süreç</translation>
    </message>
    <message>
        <source>Module on the stack</source>
        <translation>Yığındaki modül</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Müşteri</translation>
    </message>
    <message>
        <source>%1 %</source>
        <extracomment>a share of all</extracomment>
        <translation>%%1</translation>
    </message>
    <message>
        <source>same in all</source>
        <translation>hepsinde aynı</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>farklı</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Back: %Ln report(s) since the fix</source>
        <translation>
            <numerusform>Geri geldi: düzeltmeden beri %Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the last %2</source>
        <translation>%1, sonuncusu %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <extracomment>numbers of reports and of customers</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln müşteri</numerusform>
        </translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>neden verilmemiş</translation>
    </message>
    <message numerus="yes">
        <source>%n version(s)</source>
        <translation>
            <numerusform>%n sürüm</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) in all</source>
        <translation>
            <numerusform>toplam %Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>regression</source>
        <translation>geri gelen hata</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>how many of how many</extracomment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>bilinmiyor</translation>
    </message>
    <message>
        <source>%1 % alike</source>
        <translation>%%1 benzer</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>every frame has its like</source>
        <translation>her çerçevenin benzeri var</translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s) differ</source>
        <translation>
            <numerusform>%Ln çerçeve farklı</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GuessBadge</name>
    <message>
        <source>guess</source>
        <extracomment>a badge: this is inferred, not recorded</extracomment>
        <translation>tahmin</translation>
    </message>
</context>
<context>
    <name>HitModel</name>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Lies in</source>
        <translation>Yeri</translation>
    </message>
    <message>
        <source>As</source>
        <translation>Olarak</translation>
    </message>
</context>
<context>
    <name>ImportFailureModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Dosya</translation>
    </message>
    <message>
        <source>Why it was not imported</source>
        <translation>İçe aktarılmama nedeni</translation>
    </message>
</context>
<context>
    <name>KeymapModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>or</source>
        <translation>ya da</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>tuş yok</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>çakışma</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>değişti</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Eylem</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tuşlar</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Nerede</translation>
    </message>
    <message>
        <source>Preset has</source>
        <translation>Ön ayardaki</translation>
    </message>
</context>
<context>
    <name>LibrariesModel</name>
    <message>
        <source>file is gone</source>
        <translation>dosya yok</translation>
    </message>
    <message>
        <source>not opened yet</source>
        <translation>henüz açılmadı</translation>
    </message>
    <message numerus="yes">
        <source>%n regression(s)</source>
        <translation>
            <numerusform>%n gerileme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new group(s)</source>
        <translation>
            <numerusform>%n yeni grup</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>yeni bir şey yok</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln report(s), %2</source>
        <translation>
            <numerusform>%1, %Ln rapor, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Kitaplık</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>nobody</source>
        <translation>kimse</translation>
    </message>
    <message>
        <source>%1, %2, %3, %4, %5, %6</source>
        <extracomment>signature, cause, reports or product, customers or version, status, person</extracomment>
        <translation>%1, %2, %3, %4, %5, %6</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>İmza</translation>
    </message>
    <message>
        <source>Last 14 days</source>
        <translation>Son 14 gün</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Ürün</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Görülme</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>Çökme</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Sürümler</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>LibraryPreview</name>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln müşteri</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) since the fix</source>
        <translation>
            <numerusform>düzeltmeden beri %Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Fixed in</source>
        <translation>Düzeltildiği sürüm</translation>
    </message>
    <message>
        <source>Duplicate of group</source>
        <translation>Eş grup</translation>
    </message>
    <message>
        <source>Assignee</source>
        <translation>Sorumlu</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>Kayıt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notlar</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Müşteri</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiketler</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>yok</translation>
    </message>
    <message>
        <source>%1, %2: %3, from %4 to %5</source>
        <extracomment>when, who, field, before, after</extracomment>
        <translation>%1, %2: %3, önce %4, şimdi %5</translation>
    </message>
    <message>
        <source>Latest report</source>
        <translation>En yeni rapor</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Yığın</translation>
    </message>
    <message>
        <source>%1 found of %2</source>
        <extracomment>how many reports of a group a search finds, and how many there are</extracomment>
        <translation>%2 içinden %1 bulundu</translation>
    </message>
</context>
<context>
    <name>LibraryRows</name>
    <message>
        <source>%1 + %2</source>
        <extracomment>a list of values, and how many more there are</extracomment>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>neden belirtilmemiş</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other reason(s)</source>
        <translation>
            <numerusform>%1 ve %n başka neden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln customer(s)</source>
        <translation>
            <numerusform>%Ln müşteri</numerusform>
        </translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>%1 tarihinden beri</translation>
    </message>
    <message>
        <source>regression</source>
        <translation>geri geldi</translation>
    </message>
    <message>
        <source>time unknown</source>
        <translation>zaman bilinmiyor</translation>
    </message>
    <message>
        <source>imported %1</source>
        <translation>içe aktarma: %1</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Ürün</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Sürüm</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>Module on the stack</source>
        <translation>Yığındaki modül</translation>
    </message>
    <message>
        <source>Customer</source>
        <translation>Müşteri</translation>
    </message>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message>
        <source>today %1</source>
        <translation>bugün %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>dün</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>day and month of this year, in QLocale&apos;s format</extracomment>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <extracomment>day, month and year, in QLocale&apos;s format</extracomment>
        <translation>d MMM yyyy</translation>
    </message>
    <message>
        <source>new</source>
        <translation>yeni</translation>
    </message>
    <message>
        <source>triaged</source>
        <translation>incelendi</translation>
    </message>
    <message>
        <source>needs symbols</source>
        <translation>sembol gerek</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>bekliyor</translation>
    </message>
    <message>
        <source>known</source>
        <translation>biliniyor</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>düzeltildi</translation>
    </message>
    <message>
        <source>fixed in %1</source>
        <translation>%1 sürümünde düzeltildi</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>yok sayıldı</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>yinelenmiş</translation>
    </message>
    <message>
        <source>Somebody else has changed this meanwhile. Nothing was changed here.</source>
        <translation>Bunu bu arada başkası değiştirdi. Burada hiçbir şey değiştirilmedi.</translation>
    </message>
    <message>
        <source>The library does not answer: another program is writing to it.</source>
        <translation>Kitaplık yanıt vermiyor: başka bir program ona yazıyor.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>bugün</translation>
    </message>
    <message>
        <source>HH:mm</source>
        <translation>HH:mm</translation>
    </message>
    <message>
        <source>none given</source>
        <translation>verilmemiş</translation>
    </message>
    <message>
        <source>first %1</source>
        <translation>ilk %1</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>son %1</translation>
    </message>
</context>
<context>
    <name>LockModel</name>
    <message>
        <source>Lock</source>
        <translation>Kilit</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>Tutan</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Bekleyen</translation>
    </message>
</context>
<context>
    <name>LockRows</name>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n iş parçacığı</numerusform>
        </translation>
    </message>
    <message>
        <source>word of the lock</source>
        <translation>kilidin sözcüğü</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1 is a field of a lock, %2 its value or the thread that it names</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 %2, held by: %3, waiting: %4. %5</source>
        <translation>%1 %2, tutan: %3, bekleyen: %4. %5</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n tane daha</numerusform>
        </translation>
    </message>
    <message>
        <source>Wants</source>
        <translation>İstediği</translation>
    </message>
    <message>
        <source>Held by</source>
        <extracomment>%1 is a thread, %2 is a field of the lock and its value</extracomment>
        <translation>Tutan</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>Kesinlik</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>İş parçacığı</translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation>İş parçacığı kimliği</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Tuttuğu</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Başlangıç</translation>
    </message>
</context>
<context>
    <name>LockWordModel</name>
    <message>
        <source>%1: %2, %3</source>
        <extracomment>a word of memory: its address, its value, and what it means</extracomment>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Sözcük</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Anlam</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>trace</source>
        <translation>iz</translation>
    </message>
    <message>
        <source>debug</source>
        <translation>hata ayıklama</translation>
    </message>
    <message>
        <source>info</source>
        <translation>bilgi</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>uyarı</translation>
    </message>
    <message>
        <source>error</source>
        <translation>hata</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zaman</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Düzey</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategori</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>İleti</translation>
    </message>
</context>
<context>
    <name>LookupLog</name>
    <message>
        <source>look-up</source>
        <extracomment>category of log lines: a search for a debug file or source text</extracomment>
        <translation>arama</translation>
    </message>
    <message>
        <source>%1: %2: %3: %4 (%5)</source>
        <extracomment>report, module, source, outcome, place: &quot;a.dmp: libx.so: company store: 404 not found (https:…)&quot;</extracomment>
        <translation>%1: %2: %3: %4 (%5)</translation>
    </message>
    <message>
        <source>%1: source text of %2: refused</source>
        <translation>%1: %2 kaynak metni: reddedildi</translation>
    </message>
    <message>
        <source>%1: source text of %2: not found</source>
        <translation>%1: %2 kaynak metni: bulunamadı</translation>
    </message>
</context>
<context>
    <name>LookupWords</name>
    <message>
        <source>downloading…</source>
        <translation>indiriliyor…</translation>
    </message>
    <message>
        <source>%1 %</source>
        <extracomment>a number of percent, of a download</extracomment>
        <translation>%%1</translation>
    </message>
    <message>
        <source>%1 of %2 places have answered.</source>
        <translation>%2 yerden %1 tanesi yanıt verdi.</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>bekliyor</translation>
    </message>
    <message>
        <source>%1 has not been looked for yet</source>
        <translation>%1 henüz aranmadı</translation>
    </message>
    <message>
        <source>The search is still running.</source>
        <translation>Arama sürüyor.</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>okunuyor…</translation>
    </message>
    <message>
        <source>The debug file of %1 is being read…</source>
        <translation>%1 için hata ayıklama dosyası okunuyor…</translation>
    </message>
    <message>
        <source>The file of %1 is being downloaded…</source>
        <translation>%1 için dosya indiriliyor…</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <extracomment>%1 says how far a download is, %2 is the name of a source</extracomment>
        <translation>%1, kaynak: %2</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>aranıyor…</translation>
    </message>
    <message>
        <source>Looking for the debug file of %1…</source>
        <translation>%1 için hata ayıklama dosyası aranıyor…</translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Dosya</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>&amp;Son Dosyalar</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>Görü&amp;nüm</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>Yakınlaştı&amp;rma</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>Dü&amp;zen</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Git</translation>
    </message>
    <message>
        <source>&amp;Symbols</source>
        <translation>&amp;Semboller</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Yardım</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>Tem&amp;a</translation>
    </message>
    <message>
        <source>Stack O&amp;ptions</source>
        <translation>Yığın &amp;Seçenekleri</translation>
    </message>
    <message>
        <source>&amp;Triage</source>
        <translation>&amp;İnceleme</translation>
    </message>
    <message>
        <source>Perspecti&amp;ves</source>
        <translation>Perspekti&amp;fler</translation>
    </message>
    <message>
        <source>Code and Memor&amp;y</source>
        <translation>K&amp;od ve Bellek</translation>
    </message>
    <message>
        <source>In the Fil&amp;e</source>
        <translation>Dosyanın İ&amp;çinde</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Dışa Aktar</translation>
    </message>
    <message>
        <source>T&amp;ools</source>
        <translation>&amp;Araçlar</translation>
    </message>
</context>
<context>
    <name>MappedFileModel</name>
    <message>
        <source>File in the report</source>
        <translation>Rapordaki dosya</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Bu bilgisayarda</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>MappedFiles</name>
    <message>
        <source>no mapping fits</source>
        <translation>uyan eşleme yok</translation>
    </message>
    <message>
        <source>found</source>
        <translation>bulundu</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>böyle bir dosya yok</translation>
    </message>
</context>
<context>
    <name>MappingModel</name>
    <message>
        <source>%1 lies in %2</source>
        <translation>%1, %2 içinde</translation>
    </message>
    <message>
        <source>Folder of the build</source>
        <translation>Derlemenin klasörü</translation>
    </message>
    <message>
        <source>Folder on this computer</source>
        <translation>Bu bilgisayardaki klasör</translation>
    </message>
</context>
<context>
    <name>MemoryModel</name>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Sözcükler</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Metin</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Anlamı</translation>
    </message>
</context>
<context>
    <name>MemoryRows</name>
    <message>
        <source>stack of %1 + %2</source>
        <translation>%1 yığını + %2</translation>
    </message>
    <message>
        <source>saved memory</source>
        <translation>saklanan bellek</translation>
    </message>
    <message>
        <source>%1: not in the file</source>
        <translation>%1: dosyada yok</translation>
    </message>
    <message>
        <source>%1, from the module&apos;s file</source>
        <translation>%1, modülün dosyasından</translation>
    </message>
    <message>
        <source>module</source>
        <translation>modül</translation>
    </message>
    <message>
        <source>stack</source>
        <translation>yığın</translation>
    </message>
    <message>
        <source>guard</source>
        <translation>koruma</translation>
    </message>
    <message>
        <source>mapped</source>
        <translation>eşlenmiş</translation>
    </message>
    <message>
        <source>the crash names %1</source>
        <translation>çökme %1 adresini bildiriyor</translation>
    </message>
    <message>
        <source>%1, in the dump: %2</source>
        <translation>%1, dökümde: %2</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>boşluk</translation>
    </message>
    <message>
        <source>not in dump</source>
        <translation>dökümde yok</translation>
    </message>
    <message>
        <source>from dump memory</source>
        <translation>döküm belleğinden</translation>
    </message>
    <message>
        <source>from the module&apos;s file, not in the dump</source>
        <translation>modülün dosyasından, dökümde yok</translation>
    </message>
    <message>
        <source>the file has no memory here</source>
        <translation>dosyada buranın belleği yok</translation>
    </message>
    <message>
        <source>stack + %1</source>
        <translation>yığın + %1</translation>
    </message>
</context>
<context>
    <name>ModuleModel</name>
    <message>
        <source>%1 loaded · %2 on stack</source>
        <translation>%1 yüklü · %2 yığında</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Sürüm</translation>
    </message>
    <message>
        <source>Debug file</source>
        <translation>Hata ayıklama dosyası</translation>
    </message>
    <message>
        <source>Debug ID</source>
        <translation>Hata ayıklama kimliği</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Özellikler</translation>
    </message>
    <message>
        <source>Used by frames</source>
        <translation>Kullanan çerçeve</translation>
    </message>
    <message>
        <source>Code ID</source>
        <translation>Kod kimliği</translation>
    </message>
    <message>
        <source>Arch</source>
        <translation>Mimari</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Taban</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Yol</translation>
    </message>
    <message>
        <source>%1 loaded</source>
        <translation>%1 yüklü</translation>
    </message>
</context>
<context>
    <name>ModuleRows</name>
    <message>
        <source>debug</source>
        <translation>hata ayıklama</translation>
    </message>
    <message>
        <source>symbols only</source>
        <translation>yalnızca semboller</translation>
    </message>
    <message>
        <source>no debug info</source>
        <translation>hata ayıklama bilgisi yok</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>gerekmedi</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>hasarlı</translation>
    </message>
    <message>
        <source>download failed</source>
        <translation>indirilemedi</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>süre doldu</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>desteklenmiyor</translation>
    </message>
    <message>
        <source>wrong build</source>
        <translation>başka derleme</translation>
    </message>
    <message>
        <source>no debug file</source>
        <translation>hata ayıklama dosyası yok</translation>
    </message>
    <message numerus="yes">
        <source>used by %n frame(s)</source>
        <translation>
            <numerusform>%n çerçeve kullanıyor</numerusform>
        </translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>semboller</translation>
    </message>
    <message>
        <source>unwind</source>
        <translation>geri sarma</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>kaynaklar</translation>
    </message>
    <message>
        <source>found</source>
        <translation>bulundu</translation>
    </message>
    <message>
        <source>found, wrong build</source>
        <translation>bulundu, başka derleme</translation>
    </message>
    <message>
        <source>found, cannot be read</source>
        <translation>bulundu, okunamıyor</translation>
    </message>
    <message>
        <source>found, symbols only</source>
        <translation>bulundu, yalnızca semboller</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>bulunamadı</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>reddedildi</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>başarısız</translation>
    </message>
    <message>
        <source>from the cache</source>
        <translation>önbellekten</translation>
    </message>
    <message>
        <source>remembered from an earlier look-up</source>
        <translation>önceki bir aramadan hatırlandı</translation>
    </message>
    <message>
        <source>from the shared cache</source>
        <translation>paylaşılan önbellekten</translation>
    </message>
    <message>
        <source>from the network</source>
        <translation>ağdan</translation>
    </message>
    <message>
        <source>from the file system</source>
        <translation>dosya sisteminden</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>sorulmadı</translation>
    </message>
    <message>
        <source>took %1 ms</source>
        <translation>%1 ms sürdü</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>durduruldu</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>çevrimdışı</translation>
    </message>
    <message>
        <source>not asked: offline</source>
        <translation>sorulmadı: çevrimdışı</translation>
    </message>
    <message>
        <source>being asked</source>
        <translation>soruluyor</translation>
    </message>
    <message>
        <source>not looked up</source>
        <translation>aranmadı</translation>
    </message>
    <message>
        <source>no source map</source>
        <translation>kaynak haritası yok</translation>
    </message>
    <message>
        <source>no mapping</source>
        <translation>eşleme yok</translation>
    </message>
</context>
<context>
    <name>OperandWords</name>
    <message>
        <source>null</source>
        <translation>boş</translation>
    </message>
    <message>
        <source>null + %1</source>
        <translation>boş + %1</translation>
    </message>
    <message>
        <source>%1 (null)</source>
        <translation>%1 (boş işaretçi)</translation>
    </message>
    <message>
        <source>to %1</source>
        <extracomment>%1 is the memory that an instruction writes</extracomment>
        <translation>%1 içine</translation>
    </message>
    <message>
        <source>%1, not in dump</source>
        <translation>%1, dökümde yok</translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <source>on</source>
        <translation>açık</translation>
    </message>
    <message>
        <source>off</source>
        <translation>kapalı</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Satır %1</translation>
    </message>
    <message>
        <source>Show %1 in Disassembly</source>
        <translation>%1 Adresini Makine Komutlarında Göster</translation>
    </message>
    <message>
        <source>Show %1 in Memory</source>
        <translation>%1 Adresini Bellekte Göster</translation>
    </message>
    <message>
        <source>function before it</source>
        <translation>önceki işlev</translation>
    </message>
    <message>
        <source>next function</source>
        <translation>sonraki işlev</translation>
    </message>
    <message>
        <source>inlined in frame %1</source>
        <translation>çerçeve %1 içine gömülü</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>iş parçacığı %1</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>çöktü</translation>
    </message>
    <message>
        <source>on the stack</source>
        <translation>yığında</translation>
    </message>
    <message>
        <source>not on the stack</source>
        <translation>yığında değil</translation>
    </message>
    <message>
        <source>open</source>
        <translation>açık</translation>
    </message>
    <message>
        <source>The file is no longer there</source>
        <translation>Dosya artık yerinde değil</translation>
    </message>
    <message>
        <source>This is no address, register, module or function</source>
        <translation>Bu bir adres, yazmaç, modül ya da işlev değil</translation>
    </message>
    <message>
        <source>The value of this register was not recovered for this frame</source>
        <translation>Bu yazmacın değeri bu çerçeve için bulunamadı</translation>
    </message>
</context>
<context>
    <name>PaletteModel</name>
    <message>
        <source>Used last</source>
        <translation>Son kullanılanlar</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Yerler</translation>
    </message>
    <message>
        <source>Functions in this report</source>
        <translation>Bu rapordaki işlevler</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Eylemler</translation>
    </message>
    <message>
        <source>Symbols of the modules</source>
        <translation>Modüllerin sembolleri</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>İş parçacıkları</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ayarlar</translation>
    </message>
</context>
<context>
    <name>PartModel</name>
    <message>
        <source>Crash file</source>
        <translation>Çökme dosyası</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Ne oldu</translation>
    </message>
</context>
<context>
    <name>PartRows</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>okunamıyor: %1</translation>
    </message>
</context>
<context>
    <name>PastedTexts</name>
    <message>
        <source>Pasted %1</source>
        <translation>Yapıştırılan %1</translation>
    </message>
</context>
<context>
    <name>RecentModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1, file is missing</source>
        <translation>%1, dosya yok</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zaman</translation>
    </message>
    <message>
        <source>file is gone</source>
        <translation>dosya yok</translation>
    </message>
    <message>
        <source>%1 % of frames</source>
        <translation>adı bilinen çerçeve: %%1</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>Çökme</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>Frames with names</source>
        <translation>Adlı çerçeveler</translation>
    </message>
    <message>
        <source>%1, pinned</source>
        <translation>%1, iğnelenmiş</translation>
    </message>
    <message>
        <source>Unpin (Space)</source>
        <translation>İğneyi çıkar (Boşluk)</translation>
    </message>
    <message>
        <source>Pin, so that it stays in the list (Space)</source>
        <translation>Listede kalması için iğnele (Boşluk)</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>iğnelenmiş</translation>
    </message>
    <message>
        <source>not pinned</source>
        <translation>iğnelenmemiş</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>İğnelenenler</translation>
    </message>
</context>
<context>
    <name>RegionModel</name>
    <message>
        <source>Start</source>
        <translation>Başlangıç</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Bitiş</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>Erişim</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Çeşit</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Sahibi</translation>
    </message>
    <message>
        <source>In dump</source>
        <translation>Dökümde</translation>
    </message>
</context>
<context>
    <name>RegisterFlags</name>
    <message>
        <source>zero</source>
        <translation>sıfır</translation>
    </message>
    <message>
        <source>parity</source>
        <translation>eşlik</translation>
    </message>
    <message>
        <source>carry</source>
        <translation>elde</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>işaret</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>taşma</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>yön</translation>
    </message>
    <message>
        <source>adjust</source>
        <translation>ayar</translation>
    </message>
    <message>
        <source>trap</source>
        <translation>tuzak</translation>
    </message>
    <message>
        <source>interrupts</source>
        <translation>kesmeler</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>sürdürme</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>hizalama</translation>
    </message>
    <message>
        <source>negative</source>
        <translation>negatif</translation>
    </message>
    <message>
        <source>Thumb</source>
        <translation>Thumb</translation>
    </message>
</context>
<context>
    <name>RegisterModel</name>
    <message>
        <source>not recovered</source>
        <translation>kurtarılamadı</translation>
    </message>
    <message>
        <source>Register %1, not recovered for this frame</source>
        <translation>Yazmaç %1, bu çerçeve için kurtarılamadı</translation>
    </message>
    <message>
        <source>Register %1, %2, %3</source>
        <translation>Yazmaç %1, %2, %3</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>Yazmaç</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>Points to</source>
        <translation>Gösterdiği yer</translation>
    </message>
    <message>
        <source>%1, in the address of the fault</source>
        <translation>%1, hatanın adresinde</translation>
    </message>
    <message>
        <source>No flag is set</source>
        <translation>Hiçbir bayrak kurulu değil</translation>
    </message>
    <message>
        <source>Flags that are set: %1</source>
        <translation>Kurulu bayraklar: %1</translation>
    </message>
    <message>
        <source>%1, changed since the caller, which had %2</source>
        <translation>%1, çağırandan bu yana değişti, orada %2 idi</translation>
    </message>
</context>
<context>
    <name>RegisterParts</name>
    <message>
        <source>General</source>
        <translation>Genel</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Bayraklar</translation>
    </message>
    <message>
        <source>Segments and others</source>
        <translation>Kesimler ve diğerleri</translation>
    </message>
</context>
<context>
    <name>RegisterRows</name>
    <message>
        <source>stack + %1</source>
        <translation>yığın + %1</translation>
    </message>
    <message>
        <source>stack of thread %1 + %2</source>
        <translation>%1 numaralı iş parçacığının yığını + %2</translation>
    </message>
    <message>
        <source>unmapped</source>
        <translation>eşlenmemiş</translation>
    </message>
    <message>
        <source>guard page</source>
        <translation>koruma sayfası</translation>
    </message>
    <message>
        <source>mapped memory</source>
        <translation>eşlenmiş bellek</translation>
    </message>
    <message>
        <source>null</source>
        <translation>boş adres</translation>
    </message>
    <message>
        <source>null + %1</source>
        <translation>boş adres + %1</translation>
    </message>
    <message>
        <source>saved memory</source>
        <translation>kaydedilmiş bellek</translation>
    </message>
    <message>
        <source>private</source>
        <extracomment>memory that belongs to the process alone</extracomment>
        <translation>özel bellek</translation>
    </message>
    <message>
        <source>mapped</source>
        <extracomment>memory that shows a file</extracomment>
        <translation>eşlenmiş bellek</translation>
    </message>
    <message>
        <source>image</source>
        <extracomment>memory of a program or library</extracomment>
        <translation>program belleği</translation>
    </message>
</context>
<context>
    <name>Relation</name>
    <message>
        <source>same</source>
        <translation>aynı</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>değişti</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>taşındı</translation>
    </message>
    <message>
        <source>only left</source>
        <translation>yalnız solda</translation>
    </message>
    <message>
        <source>only right</source>
        <translation>yalnız sağda</translation>
    </message>
    <message>
        <source>other version</source>
        <translation>başka sürüm</translation>
    </message>
    <message>
        <source>other build</source>
        <translation>başka yapı</translation>
    </message>
    <message>
        <source>other line</source>
        <translation>başka satır</translation>
    </message>
</context>
<context>
    <name>ReportHeader</name>
    <message numerus="yes">
        <source>%n module(s) missing</source>
        <translation>
            <numerusform>%n modül eksik</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) of another build</source>
        <translation>
            <numerusform>%n modül başka derlemeden</numerusform>
        </translation>
    </message>
    <message>
        <source>minidump</source>
        <translation>minidump</translation>
    </message>
    <message>
        <source>core file</source>
        <translation>çekirdek dosyası</translation>
    </message>
    <message>
        <source>Apple crash report</source>
        <translation>Apple çökme raporu</translation>
    </message>
    <message>
        <source>Apple .ips report</source>
        <translation>Apple .ips raporu</translation>
    </message>
    <message>
        <source>native event</source>
        <translation>yerel kod olayı</translation>
    </message>
    <message>
        <source>JavaScript event</source>
        <translation>JavaScript olayı</translation>
    </message>
    <message>
        <source>JVM event</source>
        <translation>JVM olayı</translation>
    </message>
    <message>
        <source>stack as text</source>
        <translation>metin olarak yığın</translation>
    </message>
    <message>
        <source>thread %1 “%2”</source>
        <translation>iş parçacığı %1 “%2”</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>iş parçacığı %1</translation>
    </message>
    <message>
        <source>%1 % of frames</source>
        <translation>adı bilinen çerçeve: %%1</translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) being looked for</source>
        <translation>
            <numerusform>%n modül aranıyor</numerusform>
        </translation>
    </message>
    <message>
        <source>thread “%1”</source>
        <translation>“%1” iş parçacığı</translation>
    </message>
    <message numerus="yes">
        <source>%n artifact(s) missing</source>
        <translation>
            <numerusform>%n yapıt eksik</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mapping(s) missing</source>
        <translation>
            <numerusform>%n eşleme eksik</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) with symbols only</source>
        <translation>
            <numerusform>%n modülde yalnızca simgeler var</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleMoveModel</name>
    <message>
        <source>stay</source>
        <translation>kalır</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>adı değişir</translation>
    </message>
    <message>
        <source>new group</source>
        <translation>yeni grup</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>birleşir</translation>
    </message>
    <message>
        <source>%1: %2 get %3, %4</source>
        <extracomment>a signature, a number of reports, their new signature, what becomes of them</extracomment>
        <translation>%1: %2 tanesi %3 alır, %4</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Şimdi</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Sonra</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
</context>
<context>
    <name>RuleRows</name>
    <message>
        <source>above the start</source>
        <translation>başlangıcın üstünde</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>adsız</translation>
    </message>
    <message>
        <source>not grouped</source>
        <translation>gruplanmaz</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>tahmin</translation>
    </message>
    <message>
        <source>irrelevant</source>
        <translation>ilgisiz</translation>
    </message>
    <message>
        <source>repeated</source>
        <translation>yinelenen</translation>
    </message>
    <message>
        <source>kept, goes on</source>
        <translation>kalır, sürer</translation>
    </message>
    <message>
        <source>kept, last</source>
        <translation>kalır, son</translation>
    </message>
    <message>
        <source>kept, nothing else</source>
        <translation>kalır, başkası yok</translation>
    </message>
    <message>
        <source>start</source>
        <translation>başlangıç</translation>
    </message>
    <message>
        <source>prefix</source>
        <translation>önek</translation>
    </message>
    <message>
        <source>line numbers</source>
        <translation>satır numaraları</translation>
    </message>
    <message>
        <source>frame rules</source>
        <translation>çerçeve kuralları</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Çerçeveler</translation>
    </message>
    <message>
        <source>Java stack</source>
        <translation>Java yığını</translation>
    </message>
    <message>
        <source>What was thrown</source>
        <translation>Fırlatılan</translation>
    </message>
    <message>
        <source>Stack status of an empty one</source>
        <translation>Boş yığının durumu</translation>
    </message>
    <message>
        <source>Bad hardware</source>
        <translation>Bozuk donanım</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>Bellek yetmedi</translation>
    </message>
    <message>
        <source>Abort message</source>
        <translation>Sonlandırma iletisi</translation>
    </message>
    <message>
        <source>Shutdown time-out</source>
        <translation>Kapanış zaman aşımı</translation>
    </message>
    <message>
        <source>Watchdog</source>
        <translation>Gözcü</translation>
    </message>
    <message>
        <source>Channel error</source>
        <translation>Kanal hatası</translation>
    </message>
    <message>
        <source>Channel message</source>
        <translation>Kanal iletisi</translation>
    </message>
    <message>
        <source>Stack overflow</source>
        <translation>Yığın taşması</translation>
    </message>
    <message>
        <source>Hang</source>
        <translation>Donma</translation>
    </message>
    <message>
        <source>Kind of failure</source>
        <translation>Arıza türü</translation>
    </message>
    <message>
        <source>Printable characters</source>
        <translation>Yazdırılabilir karakterler</translation>
    </message>
    <message>
        <source>Spaces</source>
        <translation>Boşluklar</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Uzunluk</translation>
    </message>
    <message>
        <source>%1, shipped line %2</source>
        <extracomment>name of a list and a line</extracomment>
        <translation>%1, hazır satır %2</translation>
    </message>
    <message>
        <source>%1, own line %2</source>
        <translation>%1, kendi satırı %2</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>varılmadı</translation>
    </message>
    <message>
        <source>unnamed frame</source>
        <translation>adsız çerçeve</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>değişmedi</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>değişti</translation>
    </message>
</context>
<context>
    <name>RuleTraceModel</name>
    <message>
        <source>%1: %2, %3, as now</source>
        <translation>%1: %2, %3, şimdiki gibi</translation>
    </message>
    <message>
        <source>%1: now %2, %3; then %4, %5</source>
        <extracomment>a frame, what becomes of it now and why, what becomes of it then and why</extracomment>
        <translation>%1: şimdi %2, %3; sonra %4, %5</translation>
    </message>
    <message>
        <source>Frame or step</source>
        <translation>Çerçeve ya da adım</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Şimdi</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Sonra</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>Çünkü</translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message>
        <source>One host is not asked for now: %1</source>
        <translation>Bir ana bilgisayara şimdilik sorulmuyor: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s) are not asked for now</source>
        <translation>
            <numerusform>%Ln ana bilgisayara şimdilik sorulmuyor</numerusform>
        </translation>
    </message>
    <message>
        <source>The only source does not answer: %1</source>
        <extracomment>how many sources there are, and the one that does not answer</extracomment>
        <translation>Tek kaynak yanıt vermiyor: %1</translation>
    </message>
    <message>
        <source>One of %1 sources does not answer: %2</source>
        <translation>%1 kaynaktan biri yanıt vermiyor: %2</translation>
    </message>
    <message>
        <source>%1 of %2 sources do not answer: %3</source>
        <translation>%2 kaynaktan %1 tanesi yanıt vermiyor: %3</translation>
    </message>
    <message>
        <source>The server is draining: balancers send it no more requests</source>
        <translation>Sunucu boşalıyor: dengeleyiciler ona artık istek göndermiyor</translation>
    </message>
    <message>
        <source>The server is not ready: its cache folder could not be written</source>
        <translation>Sunucu hazır değil: önbellek klasörüne yazılamadı</translation>
    </message>
    <message>
        <source>%1 of the last %2 requests failed</source>
        <translation>Son %2 istekten %1 tanesi başarısız oldu</translation>
    </message>
    <message numerus="yes">
        <source>The server works on %Ln request(s)</source>
        <translation>
            <numerusform>Sunucu %Ln istek üzerinde çalışıyor</numerusform>
        </translation>
    </message>
    <message>
        <source>The server is ready and has nothing to do</source>
        <translation>Sunucu hazır ve yapacak işi yok</translation>
    </message>
    <message>
        <source>running</source>
        <translation>çalışıyor</translation>
    </message>
    <message>
        <source>done in part</source>
        <translation>kısmen bitti</translation>
    </message>
    <message>
        <source>done</source>
        <translation>bitti</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>bekliyor</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>süresi doldu</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>başarısız</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>reddedildi</translation>
    </message>
    <message>
        <source>server error</source>
        <translation>sunucu hatası</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>sona erdi</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 içinde</translation>
    </message>
    <message>
        <source>the client asks again later</source>
        <translation>istemci sonra yeniden soracak</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>durum %1</translation>
    </message>
    <message>
        <source>no module was needed, %1</source>
        <translation>hiçbir modül gerekmedi, %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln module(s) found, %1</source>
        <translation>
            <numerusform>%Ln modül bulundu, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 modules without a debug file, %3</source>
        <extracomment>modules without a debug file, all modules, the time it took</extracomment>
        <translation>%2 modülden %1 tanesi hata ayıklama dosyasız, %3</translation>
    </message>
    <message>
        <source>disk %1 % full</source>
        <translation>disk yüzde %1 dolu</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <extracomment>milliseconds</extracomment>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <extracomment>seconds</extracomment>
        <translation>%1 sn</translation>
    </message>
    <message>
        <source>%1 min</source>
        <extracomment>minutes</extracomment>
        <translation>%1 dk</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <extracomment>hours, minutes</extracomment>
        <translation>%1 sa %2 dk</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <extracomment>days, hours</extracomment>
        <translation>%1 gün %2 sa</translation>
    </message>
    <message>
        <source>requests go on without it</source>
        <translation>istekler onsuz sürüyor</translation>
    </message>
    <message>
        <source>up %1</source>
        <translation>%1 süredir çalışıyor</translation>
    </message>
    <message>
        <source>on %1</source>
        <extracomment>an address</extracomment>
        <translation>%1 adresinde</translation>
    </message>
    <message>
        <source>Requests now</source>
        <translation>Şu anki istekler</translation>
    </message>
    <message>
        <source>of %1</source>
        <extracomment>the most requests at a time</extracomment>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>İstekler</translation>
    </message>
    <message>
        <source>Half are faster than</source>
        <translation>Yarısı bundan hızlı</translation>
    </message>
    <message>
        <source>95 % are faster than</source>
        <translation>Yüzde 95’i bundan hızlı</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Başarısız</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Bellek</translation>
    </message>
    <message>
        <source>a second</source>
        <translation>saniyede</translation>
    </message>
    <message numerus="yes">
        <source>%Ln running</source>
        <translation>
            <numerusform>%Ln çalışıyor</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 since the start</source>
        <translation>başlangıçtan beri %1</translation>
    </message>
    <message>
        <source>this server does not tell of requests that have ended</source>
        <translation>bu sunucu biten istekleri bildirmiyor</translation>
    </message>
    <message>
        <source>other</source>
        <translation>diğer</translation>
    </message>
    <message>
        <source>nothing is kept on disk</source>
        <translation>diskte hiçbir şey tutulmuyor</translation>
    </message>
    <message>
        <source>%1 of %2 in %3</source>
        <translation>%3 içinde %1 / %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>used, folder</extracomment>
        <translation>%2 içinde %1</translation>
    </message>
    <message>
        <source>could not be measured: %1</source>
        <translation>ölçülemedi: %1</translation>
    </message>
    <message>
        <source>%1, public</source>
        <translation>%1, herkese açık</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>duraklatıldı</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 boyunca</translation>
    </message>
    <message>
        <source>%1 is paused for %2: %3</source>
        <extracomment>a host, a time, and the error that led to it</extracomment>
        <translation>%1, %2 boyunca duraklatıldı: %3</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Sürüm</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Dinlediği yer</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>Yapılandırma</translation>
    </message>
    <message>
        <source>Config hash</source>
        <translation>Yapılandırma özeti</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>İş parçacıkları</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Açık dosyalar</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Hazır</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>evet</translation>
    </message>
    <message>
        <source>The server did not answer in time</source>
        <translation>Sunucu zamanında yanıt vermedi</translation>
    </message>
    <message>
        <source>The server refuses to show its status</source>
        <translation>Sunucu durumunu göstermeyi reddediyor</translation>
    </message>
    <message>
        <source>The server has no status page (status_page is off, or it is another program)</source>
        <translation>Sunucunun durum sayfası yok (status_page kapalı ya da başka bir program)</translation>
    </message>
    <message>
        <source>What answers there is no Faultline server, or it answers wrongly</source>
        <translation>Orada yanıt veren bir Faultline sunucusu değil ya da yanlış yanıt veriyor</translation>
    </message>
    <message>
        <source>The server gives no status</source>
        <translation>Sunucu durum bildirmiyor</translation>
    </message>
    <message>
        <source>The host is asked again from now on</source>
        <translation>Ana bilgisayara artık yeniden soruluyor</translation>
    </message>
    <message>
        <source>The memory layer is empty</source>
        <translation>Bellek katmanı boş</translation>
    </message>
    <message>
        <source>The server cleaned its caches</source>
        <translation>Sunucu önbelleklerini temizledi</translation>
    </message>
    <message>
        <source>The server reads its configuration again; its log says what came of it</source>
        <translation>Sunucu yapılandırmasını yeniden okuyor; sonucu günlüğünde yazıyor</translation>
    </message>
    <message>
        <source>The server tells balancers that it is not ready</source>
        <translation>Sunucu dengeleyicilere hazır olmadığını bildiriyor</translation>
    </message>
</context>
<context>
    <name>ServerCacheModel</name>
    <message>
        <source>%1, %2, %3 entries</source>
        <extracomment>a kind of cached files, its size, how many there are</extracomment>
        <translation>%1, %2, %3 kayıt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Kayıtlar</translation>
    </message>
    <message>
        <source>A cleanup frees</source>
        <translation>Temizlik açar</translation>
    </message>
</context>
<context>
    <name>ServerEndpointModel</name>
    <message>
        <source>%1: %2 requests, %3 failed, half within %4</source>
        <extracomment>an endpoint, its requests, those that failed, the time that half of them took</extracomment>
        <translation>%1: %2 istek, %3 başarısız, yarısı %4 içinde</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Uç nokta</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>İstekler</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Başarısız</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Reddedildi</translation>
    </message>
    <message>
        <source>Half within</source>
        <translation>Yarısı</translation>
    </message>
    <message>
        <source>95 % within</source>
        <translation>Yüzde 95’i</translation>
    </message>
    <message>
        <source>99 % within</source>
        <translation>Yüzde 99’u</translation>
    </message>
</context>
<context>
    <name>ServerModuleModel</name>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Neden</translation>
    </message>
    <message>
        <source>Debug file</source>
        <translation>Hata ayıklama dosyası</translation>
    </message>
</context>
<context>
    <name>ServerProcess</name>
    <message>
        <source>The program “faultline” was found neither beside the workbench nor where programs are searched for.</source>
        <translation>“faultline” programı ne çalışma masasının yanında ne de programların arandığı yerlerde bulundu.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 yazılamıyor: %2</translation>
    </message>
    <message>
        <source>It crashed or was killed (signal %1).</source>
        <translation>Çöktü ya da öldürüldü (sinyal %1).</translation>
    </message>
    <message>
        <source>It ended with the code %1.</source>
        <translation>%1 koduyla sona erdi.</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>%1 başlatılamıyor: %2</translation>
    </message>
</context>
<context>
    <name>ServerRequestModel</name>
    <message>
        <source>Request</source>
        <translation>İstek</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Uç nokta</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Yaş</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>Ne oldu</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Kapsam</translation>
    </message>
</context>
<context>
    <name>ServerSourceModel</name>
    <message>
        <source>Name and place</source>
        <translation>Ad ve yer</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>A whole number from %1 to %2</source>
        <translation>%1 ile %2 arasında bir tam sayı</translation>
    </message>
    <message>
        <source>The command names a program and has a %f for the file.</source>
        <translation>Komut bir program adı verir ve dosya için %f içerir.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Görünüm</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>As the system has it</source>
        <translation>Sistemdeki gibi</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Açık</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Koyu</translation>
    </message>
    <message>
        <source>follows the desktop while the program runs</source>
        <translation>program çalışırken masaüstünü izler</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Yakınlaştırma</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>of texts, rows and icons</source>
        <translation>metinler, satırlar ve simgeler için</translation>
    </message>
    <message>
        <source>Editors</source>
        <translation>Düzenleyiciler</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Yok</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Düzenleyici</translation>
    </message>
    <message>
        <source>opens the line of a frame</source>
        <translation>bir çerçevenin satırını açar</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Komut</translation>
    </message>
    <message>
        <source>%f is the file, %l the line, %c the column, %% a percent sign. No shell is used; double quotes keep blanks in one argument.</source>
        <translation>%f dosya, %l satır, %c sütun, %% yüzde işaretidir. Kabuk kullanılmaz; çift tırnak boşlukları tek argümanda tutar.</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Yığın</translation>
    </message>
    <message>
        <source>Which frames</source>
        <translation>Hangi çerçeveler</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Çerçeveler</translation>
    </message>
    <message>
        <source>Most relevant</source>
        <translation>En ilgili</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Hepsi</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Ham</translation>
    </message>
    <message>
        <source>of reports that are opened, and of the open ones</source>
        <translation>açılacak ve açık raporların</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Sıra</translation>
    </message>
    <message>
        <source>Newest frame first</source>
        <translation>Önce en yeni çerçeve</translation>
    </message>
    <message>
        <source>Oldest frame first</source>
        <translation>Önce en eski çerçeve</translation>
    </message>
    <message>
        <source>Inlined calls</source>
        <translation>Satır içi çağrılar</translation>
    </message>
    <message>
        <source>as rows of their own</source>
        <translation>ayrı satırlar olarak</translation>
    </message>
    <message>
        <source>Fold recursion</source>
        <translation>Özyinelemeyi katla</translation>
    </message>
    <message>
        <source>frames that repeat are one row with their count</source>
        <translation>yinelenen çerçeveler, sayılarıyla tek satırdır</translation>
    </message>
    <message>
        <source>Count inlined calls</source>
        <translation>Satır içi çağrıları say</translation>
    </message>
    <message>
        <source>in the numbers of frames</source>
        <translation>çerçeve numaralarında</translation>
    </message>
    <message>
        <source>What their rows say</source>
        <translation>Satırlarda ne yazar</translation>
    </message>
    <message>
        <source>Absolute addresses</source>
        <translation>Mutlak adresler</translation>
    </message>
    <message>
        <source>instead of offsets in modules</source>
        <translation>modüldeki konum yerine</translation>
    </message>
    <message>
        <source>Whole paths</source>
        <translation>Tam yollar</translation>
    </message>
    <message>
        <source>of modules and source files</source>
        <translation>modüllerin ve kaynak dosyalarının</translation>
    </message>
    <message>
        <source>Verbose names</source>
        <translation>Ayrıntılı adlar</translation>
    </message>
    <message>
        <source>with arguments and templates</source>
        <translation>argümanlar ve şablonlarla</translation>
    </message>
    <message>
        <source>Unsymbolicated names</source>
        <translation>Çözülmemiş adlar</translation>
    </message>
    <message>
        <source>as the file has them</source>
        <translation>dosyadaki gibi</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Ağ</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Çevrimdışı</translation>
    </message>
    <message>
        <source>nothing is downloaded, what is cached stays usable</source>
        <translation>hiçbir şey indirilmez, önbellektekiler kullanılabilir</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Vekil sunucu</translation>
    </message>
    <message>
        <source>As the environment says</source>
        <translation>Ortam değişkenlerine göre</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>Şu</translation>
    </message>
    <message>
        <source>http_proxy, https_proxy, all_proxy and no_proxy, or config.yml</source>
        <translation>http_proxy, https_proxy, all_proxy ve no_proxy ya da config.yml</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>http://proxy.example.org:3128 or socks5h://localhost:1080</source>
        <translation>http://proxy.example.org:3128 ya da socks5h://localhost:1080</translation>
    </message>
    <message>
        <source>Not for</source>
        <translation>Şunlar için değil</translation>
    </message>
    <message>
        <source>hosts with their subdomains, addresses or networks, with commas</source>
        <translation>alt alanlarıyla sunucular, adresler ya da ağlar, virgülle</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Bağlantılar</translation>
    </message>
    <message>
        <source>Certificate authorities</source>
        <translation>Sertifika yetkilileri</translation>
    </message>
    <message>
        <source>a PEM file, in place of the system&apos;s authorities</source>
        <translation>sistemin yetkilileri yerine bir PEM dosyası</translation>
    </message>
    <message>
        <source>Give up connecting after</source>
        <translation>Bağlanmayı bırakma süresi</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>saniye</translation>
    </message>
    <message>
        <source>Give up a download after</source>
        <translation>İndirmeyi bırakma süresi</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>dakika</translation>
    </message>
    <message>
        <source>Downloads from one host</source>
        <translation>Bir sunucudan indirme</translation>
    </message>
    <message>
        <source>at a time</source>
        <translation>aynı anda</translation>
    </message>
    <message>
        <source>Largest file</source>
        <translation>En büyük dosya</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>larger ones are not downloaded</source>
        <translation>daha büyükleri indirilmez</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>çevrimdışı</translation>
    </message>
    <message>
        <source>Offline counts at once. Proxy and connections count when the program is started again.</source>
        <translation>Çevrimdışı hemen geçerlidir. Vekil sunucu ve bağlantılar program yeniden başlatılınca geçerli olur.</translation>
    </message>
    <message>
        <source>Source code</source>
        <translation>Kaynak kodu</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Bu bilgisayarda</translation>
    </message>
    <message>
        <source>Add path mappings…</source>
        <translation>Yol eşlemesi ekle…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln path mapping(s)…</source>
        <translation>
            <numerusform>%Ln yol eşlemesi…</numerusform>
        </translation>
    </message>
    <message>
        <source>Path mappings</source>
        <translation>Yol eşlemeleri</translation>
    </message>
    <message>
        <source>where the source files of builds lie here</source>
        <translation>derlemelerin kaynak dosyalarının buradaki yeri</translation>
    </message>
    <message>
        <source>From the network</source>
        <translation>Ağdan</translation>
    </message>
    <message>
        <source>Hosts that may be asked for source text to which debug files link</source>
        <translation>Hata ayıklama dosyalarının bağlandığı kaynak metni için sorulabilecek sunucular</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mapping(s)</source>
        <translation>
            <numerusform>%Ln eşleme</numerusform>
        </translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tuşlar</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>Tuşları değiştir…</translation>
    </message>
    <message>
        <source>Keys of actions</source>
        <translation>İşlemlerin tuşları</translation>
    </message>
    <message>
        <source>presets, conflicts, import and export</source>
        <translation>hazır ayarlar, çakışmalar, içe ve dışa aktarma</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln değişti</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShareModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 here, %3 of all reports</source>
        <extracomment>value, its share in the group, its share in the library</extracomment>
        <translation>%1: burada %2, tüm raporlarda %3</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Olgu</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Burada</translation>
    </message>
    <message>
        <source>All reports</source>
        <translation>Tüm raporlar</translation>
    </message>
</context>
<context>
    <name>SignatureTraceModel</name>
    <message>
        <source>%1: %2, %3</source>
        <extracomment>a frame or a step of a signature, what became of it, and by which rule</extracomment>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Frame or step</source>
        <translation>Çerçeve ya da adım</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Karar</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Kural</translation>
    </message>
</context>
<context>
    <name>SourceDocument</name>
    <message numerus="yes">
        <source>%n inlined</source>
        <translation>
            <numerusform>%n satır içi</numerusform>
        </translation>
    </message>
    <message>
        <source>from the report</source>
        <translation>rapordan</translation>
    </message>
    <message>
        <source>from source bundle</source>
        <translation>kaynak paketinden</translation>
    </message>
    <message>
        <source>from a similar path in the source bundle</source>
        <translation>kaynak paketindeki benzer bir yoldan</translation>
    </message>
    <message>
        <source>from debug file</source>
        <translation>hata ayıklama dosyasından</translation>
    </message>
    <message>
        <source>from source link</source>
        <translation>kaynak bağlantısından</translation>
    </message>
    <message>
        <source>by path mapping</source>
        <translation>yol eşlemesiyle</translation>
    </message>
    <message>
        <source>from this computer</source>
        <translation>bu bilgisayardan</translation>
    </message>
    <message>
        <source>frame %1 of %2</source>
        <translation>çerçeve %1 / %2</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>from debuginfod at %1</source>
        <extracomment>debuginfod is a kind of server, %1 is its host</extracomment>
        <translation>%1 üzerindeki debuginfod sunucusundan</translation>
    </message>
    <message>
        <source>%1: has no line %2</source>
        <translation>%1: %2. satır yok</translation>
    </message>
</context>
<context>
    <name>SourceModel</name>
    <message>
        <source>from the configuration file</source>
        <translation>yapılandırma dosyasından</translation>
    </message>
    <message>
        <source>%1: from the configuration file, change it there</source>
        <translation>%1: yapılandırma dosyasından, orada değiştirin</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>on</source>
        <translation>açık</translation>
    </message>
    <message>
        <source>off</source>
        <translation>kapalı</translation>
    </message>
    <message>
        <source>is never contacted</source>
        <translation>hiç bağlanılmaz</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Açık</translation>
    </message>
    <message>
        <source>Name and place</source>
        <translation>Ad ve yer</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>SourceTests</name>
    <message>
        <source>answers after %1 ms</source>
        <extracomment>a server, and after how many milliseconds</extracomment>
        <translation>yanıt verdi (%1 ms)</translation>
    </message>
    <message>
        <source>can be read</source>
        <translation>okunabiliyor</translation>
    </message>
    <message>
        <source>fails (%1)</source>
        <translation>hata veriyor (%1)</translation>
    </message>
    <message>
        <source>did not answer in time</source>
        <translation>zamanında yanıt vermedi</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>ulaşılamıyor</translation>
    </message>
    <message>
        <source>is not there</source>
        <translation>orada değil</translation>
    </message>
    <message>
        <source>answers, but is no symbol server</source>
        <translation>yanıt veriyor, ama sembol sunucusu değil</translation>
    </message>
    <message>
        <source>was not asked</source>
        <translation>sorulmadı</translation>
    </message>
    <message>
        <source>It has a file for an identifier that no build has. Perhaps it shows a page to log in.</source>
        <translation>Hiçbir derlemede olmayan bir kimlik için dosya gönderdi. Belki bir oturum açma sayfası gösteriyordur.</translation>
    </message>
    <message>
        <source>may not be read</source>
        <translation>okuma izni yok</translation>
    </message>
    <message>
        <source>asks for credentials (%1)</source>
        <translation>kimlik bilgisi istiyor (%1)</translation>
    </message>
    <message>
        <source>does not allow the request (%1)</source>
        <translation>isteğe izin vermiyor (%1)</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>The address starts with http:// or https:// and names a host.</source>
        <translation>Adres http:// ya da https:// ile başlar ve bir sunucu adı içerir.</translation>
    </message>
    <message>
        <source>Enter name and password as credentials, not in the address.</source>
        <translation>Adı ve parolayı adrese değil, kimlik bilgilerine girin.</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>Bir klasör seçin.</translation>
    </message>
    <message>
        <source>Enter the whole path of the folder.</source>
        <translation>Klasörün tam yolunu girin.</translation>
    </message>
    <message>
        <source>Enter the server&apos;s address.</source>
        <translation>Sunucunun adresini girin.</translation>
    </message>
    <message>
        <source>Enter the name of the bucket.</source>
        <translation>Kovanın adını girin.</translation>
    </message>
    <message>
        <source>The name of a bucket alone, without a folder.</source>
        <translation>Yalnızca kovanın adı, klasörsüz.</translation>
    </message>
    <message>
        <source>Folder on this computer</source>
        <translation>Bu bilgisayardaki klasör</translation>
    </message>
    <message>
        <source>Symbol server (HTTP)</source>
        <translation>Sembol sunucusu (HTTP)</translation>
    </message>
    <message>
        <source>Well-known public server</source>
        <translation>Bilinen herkese açık sunucu</translation>
    </message>
    <message>
        <source>S3 and compatible</source>
        <translation>S3 ve uyumlular</translation>
    </message>
    <message>
        <source>Google Cloud Storage</source>
        <translation>Google Cloud Storage</translation>
    </message>
    <message>
        <source>Sentry</source>
        <translation>Sentry</translation>
    </message>
    <message>
        <source>Public server</source>
        <translation>Herkese açık sunucu</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Klasör</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>kaynaklar</translation>
    </message>
    <message>
        <source>mappings</source>
        <translation>eşlemeler</translation>
    </message>
    <message>
        <source>all files</source>
        <translation>tüm dosyalar</translation>
    </message>
    <message>
        <source>No credentials</source>
        <translation>Kimlik bilgisi yok</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Belirteç</translation>
    </message>
    <message>
        <source>Name and password</source>
        <translation>Ad ve parola</translation>
    </message>
    <message>
        <source>Access key and secret</source>
        <translation>Erişim anahtarı ve gizli anahtar</translation>
    </message>
    <message>
        <source>Key of a service account</source>
        <translation>Hizmet hesabının anahtarı</translation>
    </message>
    <message>
        <source>This machine&apos;s own role</source>
        <translation>Bu makinenin kendi rolü</translation>
    </message>
    <message>
        <source>This container&apos;s own role</source>
        <translation>Bu kapsayıcının kendi rolü</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Parola</translation>
    </message>
    <message>
        <source>Access key</source>
        <translation>Erişim anahtarı</translation>
    </message>
    <message>
        <source>Secret key</source>
        <translation>Gizli anahtar</translation>
    </message>
    <message>
        <source>Session token</source>
        <translation>Oturum belirteci</translation>
    </message>
    <message>
        <source>Key file (JSON)</source>
        <translation>Anahtar dosyası (JSON)</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>girilmedi</translation>
    </message>
    <message>
        <source>in the keychain</source>
        <translation>anahtarlıkta</translation>
    </message>
    <message>
        <source>until Faultline ends</source>
        <translation>Faultline kapanana kadar</translation>
    </message>
    <message>
        <source>Give the source a name.</source>
        <translation>Kaynağa bir ad verin.</translation>
    </message>
    <message>
        <source>Enter the region, such as eu-central-1.</source>
        <translation>Bölgeyi girin, örneğin eu-central-1.</translation>
    </message>
</context>
<context>
    <name>StackCopy</name>
    <message numerus="yes">
        <source>%n more row(s) are left out</source>
        <translation>
            <numerusform>%n satır daha dışarıda bırakıldı</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StackGraphModel</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n iş parçacığı</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, in %3</source>
        <extracomment>%1 is &quot;3 threads&quot; or &quot;25 samples&quot;, %2 the threads&apos; names, %3 functions</extracomment>
        <translation>%1, %2, işlev: %3</translation>
    </message>
    <message>
        <source>%1, in the deadlock</source>
        <translation>%1, kilitlenmede</translation>
    </message>
    <message>
        <source>%1, found</source>
        <translation>%1, bulundu</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>İşlevler</translation>
    </message>
    <message numerus="yes">
        <source>%1 sample(s)</source>
        <translation>
            <numerusform>%1 örnek</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 bayt</translation>
    </message>
    <message>
        <source>%1 instructions</source>
        <translation>%1 komut</translation>
    </message>
</context>
<context>
    <name>StackLayout</name>
    <message numerus="yes">
        <source>%n more frame(s)</source>
        <translation>
            <numerusform>%n çerçeve daha</numerusform>
        </translation>
    </message>
    <message>
        <source>Frame %1 was found</source>
        <translation>Çerçeve %1 bulundu</translation>
    </message>
    <message>
        <source>Frames %1–%2 were found</source>
        <translation>Çerçeve %1–%2 bulundu</translation>
    </message>
    <message>
        <source>%1 by scanning the stack. Some may be wrong.</source>
        <translation>%1: yığın taranarak. Bazıları yanlış olabilir.</translation>
    </message>
    <message>
        <source>%1 by scanning the stack: %2 has no usable unwind information here. Some may be wrong.</source>
        <translation>%1: yığın taranarak, çünkü %2 için burada kullanılabilir geri sarma bilgisi yok. Bazıları yanlış olabilir.</translation>
    </message>
    <message>
        <source>No frame belongs to the application, so the full stack is shown.</source>
        <translation>Hiçbir çerçeve uygulamaya ait değil, bu yüzden tam yığın gösteriliyor.</translation>
    </message>
    <message>
        <source>possibly %1</source>
        <extracomment>one of several possible meanings of a frame</extracomment>
        <translation>belki %1</translation>
    </message>
    <message>
        <source>%1 by scanning the stack, while the files of %2 are looked for. Some may be wrong.</source>
        <translation>%1: yığın taranarak, %2 için dosyalar aranırken. Bazıları yanlış olabilir.</translation>
    </message>
    <message numerus="yes">
        <source>%n inlined helper(s) of libraries</source>
        <translation>
            <numerusform>kitaplıkların %n satır içi yardımcısı</numerusform>
        </translation>
    </message>
    <message>
        <source>repeated %1 times</source>
        <translation>%1 kez yinelendi</translation>
    </message>
    <message>
        <source>repeated %1 times (period %2)</source>
        <extracomment>a cycle of several functions that call each other</extracomment>
        <translation>%1 kez yinelendi (dönem %2)</translation>
    </message>
</context>
<context>
    <name>StackModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Konum</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Güven</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Module offset</source>
        <translation>Modül uzaklığı</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Dil</translation>
    </message>
    <message>
        <source>Mangled name</source>
        <translation>Kodlanmış ad</translation>
    </message>
    <message>
        <source>Full path</source>
        <translation>Tam yol</translation>
    </message>
    <message>
        <source>In the trace</source>
        <translation>İzde</translation>
    </message>
</context>
<context>
    <name>StoredFrameModel</name>
    <message>
        <source>unknown function</source>
        <translation>bilinmeyen işlev</translation>
    </message>
    <message>
        <source>%1 in %2, guessed</source>
        <translation>%2 içinde: %1, tahmin</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 içinde: %1</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>%1, in %2 stacks</source>
        <extracomment>a frame with its module, and in how many stacks it is, such as &quot;3 of 4&quot;</extracomment>
        <translation>%1, yığınlarda %2</translation>
    </message>
    <message>
        <source>In stacks</source>
        <translation>Yığınlarda</translation>
    </message>
</context>
<context>
    <name>StreamModel</name>
    <message>
        <source>%1 (%2), %3 bytes at %4, %5</source>
        <extracomment>a stream read as one sentence: type and number, size, offset, status</extracomment>
        <translation>%1 (%2), %3 bayt, yer: %4, %5</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Sayı</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Üretici</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Uzaklık</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>StreamRows</name>
    <message>
        <source>read</source>
        <translation>okundu</translation>
    </message>
    <message>
        <source>What it says is part of the report.</source>
        <translation>İçeriği raporun parçasıdır.</translation>
    </message>
    <message>
        <source>duplicate</source>
        <translation>yinelenmiş</translation>
    </message>
    <message>
        <source>Another stream of this type was read instead.</source>
        <translation>Bu türden başka bir akış okundu.</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>hasarlı</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>Okunamadı.</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>bilinmiyor</translation>
    </message>
    <message>
        <source>Its type is not known; nothing of it is part of the report.</source>
        <translation>Türü bilinmiyor; içeriği raporda yer almıyor.</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>okunmadı</translation>
    </message>
    <message>
        <source>Its type is known; nothing of it is part of the report.</source>
        <translation>Türü biliniyor; içeriği raporda yer almıyor.</translation>
    </message>
    <message>
        <source>The file holds %1 of its %2 bytes.</source>
        <translation>Dosyada %2 baytın %1 kadarı var.</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Bilinmiyor</translation>
    </message>
    <message>
        <source>This minidump lists no streams.</source>
        <translation>Bu minidump akış listelemiyor.</translation>
    </message>
    <message>
        <source>This core file has no notes.</source>
        <translation>Bu çekirdek dosyasında not yok.</translation>
    </message>
    <message>
        <source>An Apple crash report is text and has no streams.</source>
        <translation>Apple çökme raporu metindir, akışı yoktur.</translation>
    </message>
    <message>
        <source>Only minidumps and core files have streams.</source>
        <translation>Akışlar yalnızca minidump ve çekirdek dosyalarında bulunur.</translation>
    </message>
</context>
<context>
    <name>TextModel</name>
    <message>
        <source>Behind</source>
        <translation>Arkasında</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Metin</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Kodlama</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Uzunluk</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
</context>
<context>
    <name>ThreadModel</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n iş parçacığı</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n identical stack(s) folded</source>
        <extracomment>%1 is &quot;17 threads&quot;</extracomment>
        <translation>
            <numerusform>%1 · %n özdeş yığın katlandı</numerusform>
        </translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Top function</source>
        <translation>Üst işlev</translation>
    </message>
    <message>
        <source>Thread ID</source>
        <translation>İş parçacığı kimliği</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Çerçeve</translation>
    </message>
    <message>
        <source>In the deadlock</source>
        <translation>Kilitlenmede</translation>
    </message>
    <message>
        <source>Waiting behind it</source>
        <translation>Arkasında bekleyen</translation>
    </message>
    <message>
        <source>In a possible deadlock</source>
        <translation>Olası kilitlenmede</translation>
    </message>
    <message>
        <source>Perhaps behind it</source>
        <translation>Belki arkasında</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Bekleyen</translation>
    </message>
    <message>
        <source>Waiting for input or output</source>
        <translation>Girdi veya çıktı bekleyen</translation>
    </message>
    <message>
        <source>Sleeping</source>
        <translation>Uyuyan</translation>
    </message>
    <message>
        <source>In a system call</source>
        <translation>Sistem çağrısında</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Çalışan</translation>
    </message>
    <message>
        <source>Unknown state</source>
        <translation>Durumu bilinmeyen</translation>
    </message>
    <message>
        <source>Without a name</source>
        <translation>Adsız</translation>
    </message>
    <message>
        <source>Without frames</source>
        <translation>Çerçevesiz</translation>
    </message>
    <message>
        <source>%1, a guess</source>
        <translation>%1, tahmin</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s), open</source>
        <translation>
            <numerusform>%1, %n iş parçacığı, açık</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s), closed</source>
        <translation>
            <numerusform>%1, %n iş parçacığı, kapalı</numerusform>
        </translation>
    </message>
    <message>
        <source>Does</source>
        <translation>Yaptığı</translation>
    </message>
    <message numerus="yes">
        <source>%n exception(s)</source>
        <translation>
            <numerusform>%n istisna</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n further stack(s)</source>
        <translation>
            <numerusform>%n yığın daha</numerusform>
        </translation>
    </message>
    <message>
        <source>%2 × %1</source>
        <extracomment>a thread&apos;s name and how many threads have the same stack The number stands first, so that a long name does not hide it.</extracomment>
        <translation>%2 × %1</translation>
    </message>
</context>
<context>
    <name>ThreadRows</name>
    <message>
        <source>Thread %1, %2</source>
        <translation>İş parçacığı %1, %2</translation>
    </message>
    <message>
        <source>%1, crashed</source>
        <translation>%1, çöktü</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1, işlev: %2</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>iş parçacığı %1</translation>
    </message>
    <message>
        <source>wrote the dump</source>
        <translation>dökümü yazdı</translation>
    </message>
    <message>
        <source>Exception %1, %2</source>
        <translation>İstisna %1, %2</translation>
    </message>
    <message>
        <source>Stack %1, %2</source>
        <translation>Yığın %1, %2</translation>
    </message>
    <message>
        <source>error</source>
        <translation>hata</translation>
    </message>
    <message>
        <source>further error</source>
        <translation>başka hata</translation>
    </message>
    <message>
        <source>caused by %1</source>
        <extracomment>%1 is the class of an exception</extracomment>
        <translation>nedeni %1</translation>
    </message>
    <message>
        <source>suppressed %1</source>
        <extracomment>%1 is the class of an exception</extracomment>
        <translation>bastırılan %1</translation>
    </message>
    <message>
        <source>with %1</source>
        <extracomment>one of several errors; %1 is its class</extracomment>
        <translation>%1 ile birlikte</translation>
    </message>
</context>
<context>
    <name>ValueModel</name>
    <message>
        <source>%1: little endian %2, big endian %3</source>
        <translation>%1: küçük uçlu %2, büyük uçlu %3</translation>
    </message>
    <message>
        <source>As</source>
        <translation>Olarak</translation>
    </message>
    <message>
        <source>Little endian</source>
        <translation>Küçük uçlu</translation>
    </message>
    <message>
        <source>Big endian</source>
        <translation>Büyük uçlu</translation>
    </message>
</context>
<context>
    <name>VariableModel</name>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Değer</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tür</translation>
    </message>
</context>
<context>
    <name>VariableRows</name>
    <message>
        <source>optimised out</source>
        <translation>derleyici saklamamış</translation>
    </message>
    <message>
        <source>not in dump</source>
        <translation>dökümde yok</translation>
    </message>
    <message>
        <source>register not recovered</source>
        <translation>yazmaç bulunamadı</translation>
    </message>
    <message>
        <source>known to the caller only</source>
        <translation>yalnız çağıran biliyor</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>bilinmiyor</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>hasarlı</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>anlaşılmıyor</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>çok büyük</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>saklanmamış</translation>
    </message>
    <message>
        <source>The value may be of another moment.</source>
        <translation>Değer başka bir ana ait olabilir.</translation>
    </message>
    <message>
        <source>At this instruction the compiler kept the value nowhere.</source>
        <translation>Bu komutta derleyici değeri hiçbir yerde tutmamış.</translation>
    </message>
    <message>
        <source>It lies in memory that the crash file does not have.</source>
        <translation>Çökme dosyasında bulunmayan bellekte duruyor.</translation>
    </message>
    <message>
        <source>It was in a register whose value in this frame is not known.</source>
        <translation>Bu çerçevedeki değeri bilinmeyen bir yazmaçtaydı.</translation>
    </message>
    <message>
        <source>It depends on what the caller passed, and the caller&apos;s call does not tell that.</source>
        <translation>Çağıranın verdiği değere bağlı ve çağıranın komutları bunu söylemiyor.</translation>
    </message>
    <message>
        <source>The debug files at hand do not describe it.</source>
        <translation>Eldeki hata ayıklama dosyaları onu anlatmıyor.</translation>
    </message>
    <message>
        <source>What describes it, or its own content, contradicts itself.</source>
        <translation>Onu anlatan bilgi ya da kendi içeriği kendisiyle çelişiyor.</translation>
    </message>
    <message>
        <source>It is described by means that Faultline does not know.</source>
        <translation>Faultline&apos;ın bilmediği bir yolla anlatılmış.</translation>
    </message>
    <message>
        <source>It is larger than what is read of one value.</source>
        <translation>Tek bir değerden okunandan daha büyük.</translation>
    </message>
    <message>
        <source>It is not stored in this report.</source>
        <translation>Bu raporda saklanmamış.</translation>
    </message>
    <message>
        <source>null</source>
        <translation>boş adres</translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n öğe</numerusform>
        </translation>
    </message>
    <message>
        <source>(without a name)</source>
        <translation>(adsız)</translation>
    </message>
    <message>
        <source>base class</source>
        <translation>temel sınıf</translation>
    </message>
    <message>
        <source>%1 is %2, type %3</source>
        <extracomment>a variable: its name, its value or why there is none, and its type</extracomment>
        <translation>%1: %2, tür %3</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n değer daha</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter shows them</source>
        <translation>Enter gösterir</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Okunuyor…</translation>
    </message>
    <message>
        <source>not set up yet</source>
        <translation>henüz kurulmadı</translation>
    </message>
    <message>
        <source>The function has not got past its beginning, where it sets up its frame.</source>
        <translation>İşlev, çerçevesini kurduğu başlangıcını henüz geçmemiş.</translation>
    </message>
    <message>
        <source>no such element</source>
        <translation>böyle bir öğe yok</translation>
    </message>
    <message>
        <source>The container has no element with this index or key.</source>
        <translation>Kapsayıcıda bu dizine ya da anahtara sahip bir öğe yok.</translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message>
        <source>ended thread %1</source>
        <translation>sona ermiş iş parçacığı %1</translation>
    </message>
    <message>
        <source>an ended thread</source>
        <translation>sona ermiş bir iş parçacığı</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>bekliyor: %1</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>bekliyor</translation>
    </message>
    <message>
        <source>%1, with a time limit</source>
        <translation>%1, süre sınırıyla</translation>
    </message>
    <message>
        <source>mutex</source>
        <translation>muteks</translation>
    </message>
    <message>
        <source>recursive mutex</source>
        <translation>özyinelemeli muteks</translation>
    </message>
    <message>
        <source>reader-writer lock</source>
        <translation>okur-yazar kilidi</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>koşul</translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation>semafor</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>bariyer</translation>
    </message>
    <message>
        <source>futex</source>
        <translation>futex</translation>
    </message>
    <message>
        <source>once flag</source>
        <translation>bir kez bayrağı</translation>
    </message>
    <message>
        <source>loader lock</source>
        <translation>yükleyici kilidi</translation>
    </message>
    <message>
        <source>critical section</source>
        <translation>kritik bölge</translation>
    </message>
    <message>
        <source>slim lock</source>
        <translation>ince kilit</translation>
    </message>
    <message>
        <source>kernel mutex</source>
        <translation>çekirdek muteksi</translation>
    </message>
    <message>
        <source>event</source>
        <translation>olay</translation>
    </message>
    <message>
        <source>monitor</source>
        <translation>monitör</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>kanal</translation>
    </message>
    <message>
        <source>pipe</source>
        <translation>boru</translation>
    </message>
    <message>
        <source>socket</source>
        <translation>soket</translation>
    </message>
    <message>
        <source>thread&apos;s end</source>
        <translation>iş parçacığının sonu</translation>
    </message>
    <message>
        <source>timer</source>
        <translation>zamanlayıcı</translation>
    </message>
    <message>
        <source>process</source>
        <translation>süreç</translation>
    </message>
    <message>
        <source>something</source>
        <translation>bir şey</translation>
    </message>
    <message>
        <source>the end of %1</source>
        <translation>%1 sonu</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>%1 is the kind of a lock, %2 its name or address</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1?</source>
        <extracomment>a guessed holder of a lock</extracomment>
        <translation>%1?</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>kimse</translation>
    </message>
    <message>
        <source>another process</source>
        <translation>başka süreç</translation>
    </message>
    <message>
        <source>not in dump</source>
        <translation>dökümde yok</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>hasarlı</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>kayıtlı değil</translation>
    </message>
    <message>
        <source>A guess from the stacks: memory does not record the holder.</source>
        <translation>Yığınlara dayanan bir tahmin: bellek tutanı kaydetmiyor.</translation>
    </message>
    <message>
        <source>Memory records the holder.</source>
        <translation>Bellek tutanı kaydediyor.</translation>
    </message>
    <message>
        <source>The recorded holder is no thread of this file.</source>
        <translation>Kayıtlı tutan, bu dosyanın bir iş parçacığı değil.</translation>
    </message>
    <message>
        <source>Memory records that nobody holds it.</source>
        <translation>Belleğe göre onu kimse tutmuyor.</translation>
    </message>
    <message>
        <source>The recorded holder is no thread of this process any more.</source>
        <translation>Kayıtlı tutan artık bu sürecin bir iş parçacığı değil.</translation>
    </message>
    <message>
        <source>A process outside this file holds it.</source>
        <translation>Onu bu dosyanın dışındaki bir süreç tutuyor.</translation>
    </message>
    <message>
        <source>The word that names the holder is not in this file.</source>
        <translation>Tutanı gösteren sözcük bu dosyada yok.</translation>
    </message>
    <message>
        <source>The words of the lock contradict each other.</source>
        <translation>Kilidin sözcükleri birbiriyle çelişiyor.</translation>
    </message>
    <message>
        <source>Objects of this kind do not record their holder.</source>
        <translation>Bu türden nesneler tutanlarını kaydetmez.</translation>
    </message>
    <message>
        <source>its word holds %1, %2</source>
        <extracomment>%1 is the number of a thread, %2 its name</extracomment>
        <translation>sözcüğündeki değer %1, %2</translation>
    </message>
    <message>
        <source>its %1 holds %2, %3</source>
        <extracomment>%1 is a field of a lock, %2 the number of a thread, %3 its name</extracomment>
        <translation>%1 alanındaki değer %2, %3</translation>
    </message>
    <message>
        <source>running</source>
        <translation>çalışıyor</translation>
    </message>
    <message>
        <source>sleeping</source>
        <translation>uyuyor</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>bekliyor</translation>
    </message>
    <message>
        <source>in the system</source>
        <translation>sistemde</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>çalışıyor</translation>
    </message>
    <message>
        <source>sleeps</source>
        <translation>uyuyor</translation>
    </message>
    <message>
        <source>waits for input or output</source>
        <translation>girdi veya çıktı bekliyor</translation>
    </message>
    <message>
        <source>in a system call</source>
        <translation>sistem çağrısında</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>bilinmiyor</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1 says what a thread does, %2 is a system call</extracomment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>%n frame(s) of this stack need it.</source>
        <translation>
            <numerusform>Bu yığında %n çerçeve buna gerek duyuyor.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its build is known, but none of your %n source(s) has it.</source>
        <translation>
            <numerusform>Derlemesi biliniyor, ama %n kaynağınızın hiçbirinde yok.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is fully symbolicated</source>
        <translation>%1: bütün semboller bulundu</translation>
    </message>
    <message>
        <source>%1 was not looked up: downloads are off</source>
        <translation>%1 aranmadı: indirme kapalı</translation>
    </message>
    <message>
        <source>The address lies outside every loaded module</source>
        <translation>Adres, yüklü modüllerin hiçbirinde değil</translation>
    </message>
    <message>
        <source>%1 carries no build identifier</source>
        <translation>%1 derleme kimliği taşımıyor</translation>
    </message>
    <message>
        <source>%1 was not looked up because no frame needed it</source>
        <translation>%1 aranmadı, çünkü hiçbir çerçeve gerek duymadı</translation>
    </message>
    <message>
        <source>No source is set up for %1</source>
        <translation>%1 için kaynak tanımlı değil</translation>
    </message>
    <message>
        <source>A server refused access to the file of %1</source>
        <translation>Bir sunucu %1 dosyasına erişimi reddetti</translation>
    </message>
    <message>
        <source>The debug file of %1 could not be downloaded</source>
        <translation>%1 için hata ayıklama dosyası indirilemedi</translation>
    </message>
    <message>
        <source>The debug file of %1 took too long</source>
        <translation>%1 için hata ayıklama dosyası çok uzun sürdü</translation>
    </message>
    <message>
        <source>The downloaded file of %1 is damaged</source>
        <translation>%1 için indirilen dosya hasarlı</translation>
    </message>
    <message>
        <source>Only a different build of %1 was found</source>
        <translation>%1 için yalnızca başka bir derleme bulundu</translation>
    </message>
    <message>
        <source>The debug file of %1 was not found earlier</source>
        <translation>%1 için hata ayıklama dosyası daha önce bulunamamıştı</translation>
    </message>
    <message>
        <source>No debug file for %1</source>
        <translation>%1 için hata ayıklama dosyası yok</translation>
    </message>
    <message>
        <source>The debug data of %1 could not be read</source>
        <translation>%1 için hata ayıklama verileri okunamadı</translation>
    </message>
    <message>
        <source>The debug file of %1 is of the wrong kind</source>
        <translation>%1 için hata ayıklama dosyası yanlış türde</translation>
    </message>
    <message>
        <source>The debug file of %1 could not be used</source>
        <translation>%1 için hata ayıklama dosyası kullanılamadı</translation>
    </message>
    <message>
        <source>The debug file of %1 has no entry for this address</source>
        <translation>%1 için hata ayıklama dosyasında bu adres yok</translation>
    </message>
    <message>
        <source>%1 was found, but was built without debug information</source>
        <translation>%1 bulundu, ama hata ayıklama bilgisi olmadan derlenmiş</translation>
    </message>
    <message>
        <source>This frame may not be real</source>
        <translation>Bu çerçeve gerçek olmayabilir</translation>
    </message>
    <message>
        <source>Its build is known, but no source of debug files is set up.</source>
        <translation>Derlemesi biliniyor, ama hata ayıklama dosyaları için kaynak tanımlı değil.</translation>
    </message>
    <message>
        <source>The value was found by scanning the stack and points into a function, which may be left over from an earlier call.</source>
        <translation>Değer, yığın taranarak bulundu ve bir işlevi gösteriyor; önceki bir çağrıdan kalmış olabilir.</translation>
    </message>
    <message>
        <source>Its debug file was found and belongs to this build.</source>
        <translation>Hata ayıklama dosyası bulundu ve bu derlemeye ait.</translation>
    </message>
    <message>
        <source>Offline mode is on, so only local files were looked at.</source>
        <translation>Çevrimdışı kip açık, bu yüzden yalnızca yerel dosyalara bakıldı.</translation>
    </message>
    <message>
        <source>No loaded module covers it: generated code, an unloaded library or a corrupted stack.</source>
        <translation>Hiçbir yüklü modül bu adresi kapsamıyor: üretilmiş kod, bellekten kaldırılmış bir kitaplık ya da bozuk bir yığın.</translation>
    </message>
    <message>
        <source>Without an identifier no source can be asked. A file you choose by hand cannot be verified.</source>
        <translation>Kimlik olmadan hiçbir kaynağa sorulamaz. Elle seçtiğiniz dosya doğrulanamaz.</translation>
    </message>
    <message>
        <source>No frame lies in it.</source>
        <translation>İçinde hiçbir çerçeve yok.</translation>
    </message>
    <message>
        <source>Files with this name exist, but their identifiers differ from the one in the report.</source>
        <translation>Bu adda dosyalar var, ama kimlikleri rapordakinden farklı.</translation>
    </message>
    <message>
        <source>The address lies in a gap between the functions of the debug file.</source>
        <translation>Adres, hata ayıklama dosyasındaki işlevlerin arasında kalıyor.</translation>
    </message>
    <message>
        <source>Only its symbol table is in it: names may be wrong, lines are unknown.</source>
        <translation>İçinde yalnızca sembol tablosu var: adlar yanlış olabilir, satırlar bilinmiyor.</translation>
    </message>
    <message>
        <source>Neither functions nor lines are in it.</source>
        <translation>İçinde ne işlevler ne satırlar var.</translation>
    </message>
    <message>
        <source>Debug id</source>
        <translation>Hata ayıklama kimliği</translation>
    </message>
    <message>
        <source>Code id</source>
        <translation>Kod kimliği</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Dosya</translation>
    </message>
    <message>
        <source>You stopped the search for the file of %1</source>
        <translation>%1 dosyasının aranmasını durdurdunuz</translation>
    </message>
    <message>
        <source>The debug file of %1 is of another build</source>
        <translation>%1 için hata ayıklama dosyası başka bir derlemeden</translation>
    </message>
    <message>
        <source>The server asks for credentials (401), and the source has none that fit.</source>
        <translation>Sunucu kimlik bilgisi istiyor (401), ama kaynakta uygun olanı yok.</translation>
    </message>
    <message>
        <source>The server knows the request and does not allow it (403). Check the credentials of the source.</source>
        <translation>Sunucu isteği tanıyor ve izin vermiyor (403). Kaynağın kimlik bilgilerini denetleyin.</translation>
    </message>
    <message>
        <source>What was known until then is shown. Resume looks for the rest.</source>
        <translation>O ana dek bilinenler gösteriliyor. Sürdür, kalanı arar.</translation>
    </message>
    <message>
        <source>%1 names no source map</source>
        <translation>%1 bir kaynak haritası belirtmiyor</translation>
    </message>
    <message>
        <source>%1 was not found</source>
        <translation>%1 bulunamadı</translation>
    </message>
    <message>
        <source>The source map of %1 was not found</source>
        <translation>%1 için kaynak haritası bulunamadı</translation>
    </message>
    <message>
        <source>A file of %1 could not be downloaded</source>
        <translation>%1 için bir dosya indirilemedi</translation>
    </message>
    <message>
        <source>The download of a file of %1 is not allowed</source>
        <translation>%1 için bir dosyanın indirilmesine izin verilmiyor</translation>
    </message>
    <message>
        <source>The source map of %1 is damaged</source>
        <translation>%1 için kaynak haritası bozuk</translation>
    </message>
    <message>
        <source>The source map of %1 has no entry for this position</source>
        <translation>%1 için kaynak haritasında bu konumun kaydı yok</translation>
    </message>
    <message>
        <source>No debug id of it is known, either. It is shown as it runs.</source>
        <translation>Hata ayıklama kimliği de bilinmiyor. Çalıştığı biçimde gösteriliyor.</translation>
    </message>
    <message>
        <source>A tool added the code at this position, or the map is of another build.</source>
        <translation>Bu konumdaki kodu bir araç ekledi ya da harita başka bir derlemeye ait.</translation>
    </message>
    <message>
        <source>A server that may have the file of %1 is not asked for now</source>
        <translation>%1 dosyasını barındırabilecek bir sunucuya şimdilik sorulmuyor</translation>
    </message>
    <message>
        <source>Too many downloads from %1 failed, so it is not asked before %2.</source>
        <extracomment>%1 are servers, %2 is a time</extracomment>
        <translation>%1 kaynağından çok fazla indirme başarısız oldu; şu ana kadar yeniden sorulmayacak: %2.</translation>
    </message>
    <message>
        <source>The answer is remembered since %2.</source>
        <extracomment>%2 is a time</extracomment>
        <translation>Yanıt şu andan beri hatırlanıyor: %2.</translation>
    </message>
    <message>
        <source>A look-up at %2 did not find it, and the answer is remembered.</source>
        <extracomment>%2 is a time</extracomment>
        <translation>Şu andaki bir arama bulamadı: %2. Yanıt hâlâ hatırlanıyor.</translation>
    </message>
    <message>
        <source>An earlier look-up did not find it and the answer is still remembered.</source>
        <translation>Önceki bir arama bulamadı ve yanıt hâlâ hatırlanıyor.</translation>
    </message>
    <message>
        <source>Names and lines may be wrong: %1.</source>
        <translation>Adlar ve satırlar yanlış olabilir: %1.</translation>
    </message>
    <message>
        <source>This frame is shown as the report names it</source>
        <translation>Bu çerçeve raporda adlandırıldığı gibi gösteriliyor</translation>
    </message>
    <message>
        <source>The report names no mapping for it.</source>
        <translation>Rapor onun için bir eşleme dosyası belirtmiyor.</translation>
    </message>
    <message>
        <source>It lies in no module, so there is no debug file for it.</source>
        <translation>Hiçbir modülde yer almıyor, bu yüzden hata ayıklama dosyası yok.</translation>
    </message>
    <message>
        <source>The report names no script for it.</source>
        <translation>Rapor onun için bir betik belirtmiyor.</translation>
    </message>
    <message>
        <source>Looking for the debug file of %1…</source>
        <translation>%1 için hata ayıklama dosyası aranıyor…</translation>
    </message>
    <message>
        <source>The text names no module for this frame</source>
        <translation>Metin bu çerçeve için modül belirtmiyor</translation>
    </message>
    <message>
        <source>It is shown as the text has it. Without a module there is no file to look for; the crash file itself tells more.</source>
        <translation>Metinde olduğu gibi gösteriliyor. Modül olmadan aranacak dosya yoktur; çökme dosyasının kendisi daha fazlasını söyler.</translation>
    </message>
    <message>
        <source>The text gives its function and line.</source>
        <translation>Metin, çerçevenin işlevini ve satırını veriyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ActionRegistry</name>
    <message>
        <source>Open a report first</source>
        <translation>Önce bir rapor açın</translation>
    </message>
    <message>
        <source>Select a frame first</source>
        <translation>Önce bir çerçeve seçin</translation>
    </message>
    <message>
        <source>Select a frame that lies in a module</source>
        <translation>Bir modülde bulunan bir çerçeve seçin</translation>
    </message>
    <message>
        <source>Nothing is running</source>
        <translation>Çalışan bir şey yok</translation>
    </message>
    <message>
        <source>Only the start page is open</source>
        <translation>Yalnızca başlangıç sayfası açık</translation>
    </message>
    <message>
        <source>There is no folder for a library</source>
        <translation>Kitaplık için bir klasör yok</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Hiçbir şey değiştirilmedi</translation>
    </message>
    <message>
        <source>Select a row of the library first</source>
        <translation>Önce kitaplıktan bir satır seçin</translation>
    </message>
    <message>
        <source>Select rows of a library that can be changed</source>
        <translation>Değiştirilebilen bir kitaplıktan satırlar seçin</translation>
    </message>
    <message>
        <source>Open a report, or select two reports of the library</source>
        <translation>Bir rapor açın ya da kitaplıktan iki rapor seçin</translation>
    </message>
    <message>
        <source>Compare two reports first</source>
        <translation>Önce iki raporu karşılaştırın</translation>
    </message>
    <message>
        <source>The source that is shown is no file of this computer</source>
        <translation>Gösterilen kaynak bu bilgisayarın bir dosyası değil</translation>
    </message>
    <message>
        <source>The debug file names no commit of a repository for this line</source>
        <translation>Hata ayıklama dosyası bu satır için bir deponun işlemesini bildirmiyor</translation>
    </message>
    <message>
        <source>No other place was shown before this one</source>
        <translation>Bundan önce başka bir yer gösterilmedi</translation>
    </message>
    <message>
        <source>You did not go back</source>
        <translation>Geri gitmediniz</translation>
    </message>
    <message>
        <source>report</source>
        <translation>rapor</translation>
    </message>
    <message>
        <source>library</source>
        <translation>kitaplık</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>karşılaştırma</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>her yerde</translation>
    </message>
    <message>
        <source>Select a row of a table first</source>
        <translation>Önce bir tablonun bir satırını seçin</translation>
    </message>
    <message>
        <source>Select a row of a table or a text first</source>
        <translation>Önce bir tablonun satırını ya da bir metni seçin</translation>
    </message>
    <message>
        <source>Open a report, or select a row of a table</source>
        <translation>Bir rapor açın ya da bir tablonun satırını seçin</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>tablolar</translation>
    </message>
    <message>
        <source>Nothing was undone</source>
        <translation>Geri alınmış bir şey yok</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ActivityView</name>
    <message>
        <source>Cancel</source>
        <translation>Durdur</translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>Tümünü durdur</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>Bitenleri sil</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Etkinlik</translation>
    </message>
    <message>
        <source>Nothing is running. Downloads and jobs appear here.</source>
        <translation>Çalışan bir şey yok. İndirmeler ve işler burada görünür.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Duraklat</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Sürdür</translation>
    </message>
</context>
<context>
    <name>faultline::ui::AlikePanel</name>
    <message>
        <source>Suggested duplicates</source>
        <translation>Önerilen yinelenenler</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4</source>
        <extracomment>a signature, &quot;91 % alike&quot;, &quot;23 reports&quot;, &quot;2 frames differ&quot;</extracomment>
        <translation>%1: %2, %3, %4</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Karşılaştır</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>%1 ile karşılaştır</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Birleştir</translation>
    </message>
    <message>
        <source>Merge %1 into this group</source>
        <translation>%1 grubunu bu grupla birleştir</translation>
    </message>
    <message>
        <source>Marks the other group as a duplicate of this one</source>
        <translation>Öteki grubu bunun yinelenmişi olarak işaretler</translation>
    </message>
</context>
<context>
    <name>faultline::ui::CachesSection</name>
    <message>
        <source>Caches</source>
        <translation>Önbellekler</translation>
    </message>
    <message>
        <source>Kinds of cached files</source>
        <translation>Önbellekteki dosya türleri</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Kapat</translation>
    </message>
    <message>
        <source>Check entries</source>
        <translation>Kayıtları denetle</translation>
    </message>
    <message>
        <source>Reads every entry completely and removes the damaged ones</source>
        <translation>Her kaydı baştan sona okur ve bozuk olanları siler</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>Where and how much</source>
        <translation>Nerede ve ne kadar</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Klasör</translation>
    </message>
    <message>
        <source>counts at the next start; nothing outside of it is ever deleted</source>
        <translation>sonraki başlangıçta geçerli olur; dışındaki hiçbir şey silinmez</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Sınır</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>least recently used entries go first; 0 means no limit</source>
        <translation>en uzun süredir kullanılmayanlar önce gider; 0 sınırsız demektir</translation>
    </message>
    <message>
        <source>Delete what was not read for</source>
        <translation>Şu süre okunmayanı sil</translation>
    </message>
    <message>
        <source>days</source>
        <translation>gün</translation>
    </message>
    <message>
        <source>also when the limit is not reached; look-ups follow at the next start</source>
        <translation>sınıra varılmasa da; aramalar sonraki başlangıçta uyar</translation>
    </message>
    <message>
        <source>What was not found</source>
        <translation>Bulunamayanlar</translation>
    </message>
    <message>
        <source>Ask again after</source>
        <translation>Yeniden sorma süresi</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>saat</translation>
    </message>
    <message>
        <source>or at once with Retry; counts at the next start</source>
        <translation>ya da Yeniden Dene ile hemen; sonraki başlangıçta geçerli olur</translation>
    </message>
    <message>
        <source>Try damaged files again after</source>
        <translation>Bozuk dosyaları yeniden deneme süresi</translation>
    </message>
    <message>
        <source>Cleaning and clearing never touch files that are not of this cache.</source>
        <translation>Temizlik ve silme, bu önbelleğe ait olmayan dosyalara dokunmaz.</translation>
    </message>
    <message>
        <source>Reading the cache folder…</source>
        <translation>Önbellek klasörü okunuyor…</translation>
    </message>
    <message>
        <source>%1 of %2 used</source>
        <extracomment>how much of how much is used</extracomment>
        <translation>%1 / %2 kullanılıyor</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 kullanılıyor</translation>
    </message>
    <message>
        <source>%1 of %2 entries were read in the last 7 days</source>
        <translation>%2 kayıttan %1 tanesi son 7 günde okundu</translation>
    </message>
    <message>
        <source>disk has %1 free</source>
        <translation>diskte %1 boş</translation>
    </message>
    <message>
        <source>not all of it could be read: %1</source>
        <translation>hepsi okunamadı: %1</translation>
    </message>
    <message>
        <source>in use %1  ·  past its time %2</source>
        <translation>kullanımda %1  ·  süresi dolmuş %2</translation>
    </message>
    <message>
        <source>in use %1</source>
        <translation>kullanımda %1</translation>
    </message>
    <message>
        <source>Cleaning…</source>
        <translation>Temizleniyor…</translation>
    </message>
    <message>
        <source>Clean %1 now</source>
        <translation>Şimdi %1 temizle</translation>
    </message>
    <message>
        <source>Nothing to clean</source>
        <translation>Temizlenecek bir şey yok</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Denetleniyor…</translation>
    </message>
    <message>
        <source>Clearing…</source>
        <translation>Siliniyor…</translation>
    </message>
    <message>
        <source>Clear all…</source>
        <translation>Tümünü sil…</translation>
    </message>
    <message>
        <source>Clear selected…</source>
        <translation>Seçilenleri sil…</translation>
    </message>
    <message>
        <source>Nothing is cached yet.</source>
        <translation>Önbellekte henüz bir şey yok.</translation>
    </message>
    <message>
        <source>Clear Caches</source>
        <translation>Önbellekleri Sil</translation>
    </message>
    <message>
        <source>Remove everything that is cached (%1)?</source>
        <translation>Önbellekteki her şey silinsin mi (%1)?</translation>
    </message>
    <message>
        <source>Remove %1 (%2)?</source>
        <translation>%1 silinsin mi (%2)?</translation>
    </message>
    <message>
        <source>What is needed again is downloaded or made again.</source>
        <translation>Yeniden gerekenler tekrar indirilir ya da yapılır.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Sil</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ChainPicture</name>
    <message>
        <source>Lock chain</source>
        <translation>Kilit zinciri</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ChainView</name>
    <message numerus="yes">
        <source>%n cycle(s), proven by memory</source>
        <translation>
            <numerusform>%n döngü, bellek kanıtlıyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n possible deadlock(s)</source>
        <translation>
            <numerusform>%n olası kilitlenme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n tahmin</numerusform>
        </translation>
    </message>
    <message>
        <source>Who waits for whom appears here when a report is open.</source>
        <translation>Bir rapor açıkken kimin kimi beklediği burada görünür.</translation>
    </message>
    <message>
        <source>This thread waits for no lock.</source>
        <translation>Bu iş parçacığı hiçbir kilidi beklemiyor.</translation>
    </message>
    <message>
        <source>Reading locks…</source>
        <translation>Kilitler okunuyor…</translation>
    </message>
    <message>
        <source>This file lacks the memory that would tell who waits for whom.</source>
        <translation>Bu dosyada kimin kimi beklediğini gösterecek bellek yok.</translation>
    </message>
    <message>
        <source>Files of this kind say nothing about locks.</source>
        <translation>Bu türden dosyalar kilitler hakkında bir şey söylemez.</translation>
    </message>
    <message>
        <source>The report is not complete, so its locks are not known.</source>
        <translation>Rapor tamamlanmadığı için kilitleri bilinmiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ComparisonPage</name>
    <message>
        <source>Differences only</source>
        <translation>Yalnız farklar</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Yer değiştir</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Önceki</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Sonraki</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopyala</translation>
    </message>
    <message>
        <source>Crash stack</source>
        <translation>Çökme yığını</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Önceki fark</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Sonraki fark</translation>
    </message>
    <message>
        <source>Copies what differs as Markdown</source>
        <translation>Farkları Markdown olarak kopyalar</translation>
    </message>
    <message>
        <source>Stacks of both reports</source>
        <translation>İki raporun yığınları</translation>
    </message>
    <message>
        <source>Facts of both reports</source>
        <translation>İki raporun olguları</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Olgular</translation>
    </message>
    <message>
        <source>Modules that differ</source>
        <translation>Farklı modüller</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Nothing is compared</source>
        <translation>Karşılaştırılan bir şey yok</translation>
    </message>
    <message>
        <source>Select two reports of the library, or compare the open report with another one.</source>
        <translation>Kitaplıktan iki rapor seçin ya da açık raporu bir başkasıyla karşılaştırın.</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Karşılaştırılıyor…</translation>
    </message>
    <message>
        <source>The reports cannot be compared</source>
        <translation>Raporlar karşılaştırılamıyor</translation>
    </message>
    <message>
        <source>The reports cannot be compared.</source>
        <translation>Raporlar karşılaştırılamıyor.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yeniden dene</translation>
    </message>
    <message numerus="yes">
        <source>%Ln same</source>
        <translation>
            <numerusform>%Ln aynı</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln taşınmış</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only left</source>
        <translation>
            <numerusform>%Ln yalnız solda</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln only right</source>
        <translation>
            <numerusform>%Ln yalnız sağda</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal fact(s)</source>
        <translation>
            <numerusform>%Ln eşit olgu</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 hidden</source>
        <translation>%1 gizli</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Gizle</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>how many modules differ, how many are equal</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln module(s) differ</source>
        <translation>
            <numerusform>%Ln modül farklı</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln equal</source>
        <translation>
            <numerusform>%Ln eşit</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Karşılaştırma</translation>
    </message>
    <message>
        <source>Show equal rows</source>
        <translation>Eşit satırları göster</translation>
    </message>
    <message>
        <source>The stacks do not differ.</source>
        <translation>Yığınlar arasında fark yok.</translation>
    </message>
    <message>
        <source>Neither report has a stack.</source>
        <translation>İki raporda da yığın yok.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln at other lines</source>
        <translation>
            <numerusform>%Ln başka satırda</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ComparisonSession</name>
    <message>
        <source>Fact</source>
        <translation>Olgu</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
</context>
<context>
    <name>faultline::ui::CredentialDialog</name>
    <message>
        <source>Keep</source>
        <translation>Sakla</translation>
    </message>
    <message>
        <source>Credentials of %1</source>
        <translation>%1 kaynağının kimlik bilgileri</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>of temporary keys; may stay empty</source>
        <translation>geçici anahtarların; boş kalabilir</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Seç…</translation>
    </message>
    <message>
        <source>Key of a Service Account</source>
        <translation>Hizmet Hesabının Anahtarı</translation>
    </message>
    <message>
        <source>Fill in every field first</source>
        <translation>Önce her alanı doldurun</translation>
    </message>
</context>
<context>
    <name>faultline::ui::CredentialsSection</name>
    <message>
        <source>Credentials</source>
        <translation>Kimlik bilgileri</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>Gir…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Unut</translation>
    </message>
    <message>
        <source>Credentials of sources</source>
        <translation>Kaynakların kimlik bilgileri</translation>
    </message>
    <message>
        <source>No source needs credentials.</source>
        <translation>Hiçbir kaynak kimlik bilgisi gerektirmiyor.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s) lack their credentials</source>
        <translation>
            <numerusform>%Ln kaynağın kimlik bilgileri eksik</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Credentials of %Ln source(s)</source>
        <translation>
            <numerusform>%Ln kaynağın kimlik bilgileri</numerusform>
        </translation>
    </message>
    <message>
        <source>kept in the keychain of the desktop, never in a file of ours, and never shown again</source>
        <translation>masaüstünün anahtarlığında saklanır, hiçbir dosyamızda bulunmaz ve bir daha gösterilmez</translation>
    </message>
    <message>
        <source>No keychain answers: credentials last until Faultline ends.</source>
        <translation>Hiçbir anahtarlık yanıt vermiyor: kimlik bilgileri Faultline kapanana kadar kalır.</translation>
    </message>
    <message>
        <source>Credentials of “%1” forgotten</source>
        <translation>“%1” kaynağının kimlik bilgileri unutuldu</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DayChart</name>
    <message>
        <source>d MMM</source>
        <extracomment>day and month, in QLocale&apos;s format</extracomment>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>Reports a day</source>
        <translation>Günlük raporlar</translation>
    </message>
    <message numerus="yes">
        <source>no report in %n day(s)</source>
        <translation>
            <numerusform>%n günde rapor yok</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2, most on %3: %4</source>
        <extracomment>number of reports, number of days, the day with most reports, how many</extracomment>
        <translation>%2 içinde %1, en çok %3: %4</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n gün</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>a day, and its number of reports</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DebugFilePage</name>
    <message>
        <source>Open…</source>
        <translation>Aç…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopyala</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Bölümler</translation>
    </message>
    <message>
        <source>Wanted by</source>
        <translation>İsteyen raporlar</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>İşlevler</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Satırlar</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Kimlik</translation>
    </message>
    <message>
        <source>What is in it</source>
        <translation>İçinde ne var</translation>
    </message>
    <message>
        <source>Source files</source>
        <translation>Kaynak dosyaları</translation>
    </message>
    <message>
        <source>At the address</source>
        <translation>Bu adreste</translation>
    </message>
    <message>
        <source>Open a debug file</source>
        <translation>Bir hata ayıklama dosyası aç</translation>
    </message>
    <message>
        <source>Copy the identity</source>
        <translation>Kimliği kopyala</translation>
    </message>
    <message>
        <source>Name, with * for any text</source>
        <translation>Ad; * herhangi bir metin yerine geçer</translation>
    </message>
    <message>
        <source>Search in functions and source files</source>
        <translation>İşlevlerde ve kaynak dosyalarında ara</translation>
    </message>
    <message>
        <source>Address as linked, such as 0x412e6</source>
        <translation>Bağlandığı biçimiyle adres, örneğin 0x412e6</translation>
    </message>
    <message>
        <source>Address to look up</source>
        <translation>Aranacak adres</translation>
    </message>
    <message>
        <source>Look up an address</source>
        <translation>Adres ara</translation>
    </message>
    <message>
        <source>Open Debug File</source>
        <translation>Hata Ayıklama Dosyası Aç</translation>
    </message>
    <message>
        <source>Debug file</source>
        <translation>Hata ayıklama dosyası</translation>
    </message>
    <message>
        <source>Drop a debug file here.</source>
        <translation>Buraya bir hata ayıklama dosyası bırakın.</translation>
    </message>
    <message>
        <source>ELF, Mach-O, PE, PDB, Breakpad, source map, mapping</source>
        <translation>ELF, Mach-O, PE, PDB, Breakpad, kaynak haritası, eşleme</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 okunuyor…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 okunamıyor.</translation>
    </message>
    <message numerus="yes">
        <source>%n open report(s) want it</source>
        <translation>
            <numerusform>%n açık rapor bunu istiyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open report(s) want another build</source>
        <translation>
            <numerusform>%n açık rapor başka bir derleme istiyor</numerusform>
        </translation>
    </message>
    <message>
        <source>This file has no functions to search.</source>
        <translation>Bu dosyada aranacak işlev yok.</translation>
    </message>
    <message>
        <source>Reading functions and lines…</source>
        <translation>İşlevler ve satırlar okunuyor…</translation>
    </message>
    <message>
        <source>Functions and lines cannot be read.</source>
        <translation>İşlevler ve satırlar okunamıyor.</translation>
    </message>
    <message numerus="yes">
        <source>The first %n source file(s) are shown</source>
        <translation>
            <numerusform>İlk %n kaynak dosyası gösteriliyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n function(s) are shown</source>
        <translation>
            <numerusform>İlk %n işlev gösteriliyor</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is called “%1”</source>
        <translation>“%1” adında bir şey yok</translation>
    </message>
    <message>
        <source>The lines of the selected function appear here.</source>
        <translation>Seçilen işlevin satırları burada görünür.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DebugFileSession</name>
    <message>
        <source>Reading %1…</source>
        <translation>%1 okunuyor…</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>%1 okunamıyor</translation>
    </message>
    <message>
        <source>A debug file from inside</source>
        <translation>İçeriden bir hata ayıklama dosyası</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n eşleşme</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Satırlar</translation>
    </message>
    <message>
        <source>Lines of %1</source>
        <translation>%1 satırları</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n bayt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n inlined row(s)</source>
        <translation>
            <numerusform>%n satır içi satır</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>a number of sections, and their size</extracomment>
        <translation>%2 içinde %1</translation>
    </message>
    <message>
        <source>%1 lies in no function of this file.</source>
        <translation>%1 bu dosyanın hiçbir işlevinde değil.</translation>
    </message>
    <message numerus="yes">
        <source>%1 lies in %n function(s), the innermost first.</source>
        <translation>
            <numerusform>%1 şu %n işlevin içinde, en içteki başta.</numerusform>
        </translation>
    </message>
    <message>
        <source>An address has hexadecimal digits, such as 0x412e6.</source>
        <translation>Adres onaltılık rakamlardan oluşur, örneğin 0x412e6.</translation>
    </message>
    <message>
        <source>This file has no functions.</source>
        <translation>Bu dosyada işlev yok.</translation>
    </message>
    <message>
        <source>wants it</source>
        <translation>bunu istiyor</translation>
    </message>
    <message>
        <source>wants another build</source>
        <translation>başka derleme istiyor</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Baytlar</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Satır</translation>
    </message>
    <message>
        <source>Inlined call</source>
        <translation>Satır içi çağrı</translation>
    </message>
    <message>
        <source>What is in it</source>
        <translation>İçinde ne var</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Sayı</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Bölüm</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Boyut</translation>
    </message>
    <message>
        <source>Source file</source>
        <translation>Kaynak dosyası</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Metin</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Rapor</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Durum</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DebugFiles</name>
    <message>
        <source>the module</source>
        <translation>modül</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 okunamıyor.</translation>
    </message>
    <message>
        <source>%1 has the id of %2 and is used for it.</source>
        <translation>%1, %2 modülünün kimliğini taşıyor ve onun için kullanılıyor.</translation>
    </message>
    <message>
        <source>%1 has the id of no module of this report.</source>
        <translation>%1 bu rapordaki hiçbir modülün kimliğini taşımıyor.</translation>
    </message>
    <message>
        <source>%1 has no id, so nothing says that it belongs to %2.</source>
        <translation>%1 bir kimlik taşımıyor, bu yüzden %2 modülüne ait olduğunu gösteren bir şey yok.</translation>
    </message>
    <message>
        <source>%1 is of another build than %2.</source>
        <translation>%1, %2 ile aynı derlemeden değil.</translation>
    </message>
    <message>
        <source>%1 is for another system or processor than %2 and is not used.</source>
        <translation>%1, %2 ile aynı sistem veya işlemci için değil ve kullanılmıyor.</translation>
    </message>
    <message>
        <source>%1 is no debug file that Faultline knows.</source>
        <translation>%1 Faultline&apos;ın tanıdığı bir hata ayıklama dosyası değil.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DetailsView</name>
    <message>
        <source>Crash details</source>
        <translation>Çökme ayrıntıları</translation>
    </message>
    <message>
        <source>Facts about the crash appear here when a report is open.</source>
        <translation>Bir rapor açıkken çökmeyle ilgili bilgiler burada görünür.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>This file says nothing about the crash itself.</source>
        <translation>Bu dosya çökmenin kendisi hakkında bir şey söylemiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DiagnosticsDialog</name>
    <message>
        <source>Diagnostics</source>
        <translation>Tanılama</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopyala</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>Ka&amp;pat</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>evet</translation>
    </message>
    <message>
        <source>no</source>
        <translation>hayır</translation>
    </message>
    <message>
        <source>Faultline</source>
        <translation>Faultline</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistem</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>İşlemci</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Görüntü</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>Ekran</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Dil</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Yakınlaştırma</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>% %1</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Çevrimdışı</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Kaynaklar</translation>
    </message>
    <message>
        <source>Open reports</source>
        <translation>Açık raporlar</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Önbellek</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Kitaplık</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DisassemblyView</name>
    <message>
        <source>Back</source>
        <translation>Geri</translation>
    </message>
    <message>
        <source>Disassembly</source>
        <translation>Makine komutları</translation>
    </message>
    <message>
        <source>Go to address, register, module or function</source>
        <translation>Adrese, yazmaca, modüle ya da işleve git</translation>
    </message>
    <message>
        <source>Go to, such as rip+20</source>
        <translation>Git, örneğin rip+20</translation>
    </message>
    <message>
        <source>An address, a register, a module or a function, with + or - and a hexadecimal number. Empty goes to the frame.</source>
        <translation>Bir adres, yazmaç, modül ya da işlev; + ya da - ile onaltılık bir sayı eklenebilir. Boş bırakılırsa çerçeveye gidilir.</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>Instructions appear here when a native report is open.</source>
        <translation>Makine kodu raporu açıldığında komutlar burada görünür.</translation>
    </message>
    <message>
        <source>Disassembling…</source>
        <translation>Komutlar çözülüyor…</translation>
    </message>
    <message>
        <source>This frame has no address, so its code is not known.</source>
        <translation>Bu çerçevenin adresi yok; kodu bilinmiyor.</translation>
    </message>
    <message>
        <source>“%1” is no address, register, module or function.</source>
        <translation>“%1” bir adres, yazmaç, modül ya da işlev değil.</translation>
    </message>
    <message>
        <source>The value of this register was not recovered for this frame.</source>
        <translation>Bu yazmacın bu çerçevedeki değeri bulunamadı.</translation>
    </message>
    <message>
        <source>Neither the crash file nor a file of the module has the bytes at this address.</source>
        <translation>Bu adresteki baytlar ne çökme dosyasında ne de modülün bir dosyasında var.</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Neden?</translation>
    </message>
    <message>
        <source>Instructions of this processor cannot be decoded.</source>
        <translation>Bu işlemcinin komutları çözülemiyor.</translation>
    </message>
    <message>
        <source>These bytes are no instruction of this processor.</source>
        <translation>Bu baytlar bu işlemcinin bir komutu değil.</translation>
    </message>
    <message>
        <source>Reports of this kind have no instructions.</source>
        <translation>Bu tür raporlarda makine komutu bulunmaz.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see its instructions.</source>
        <translation>Komutlarını görmek için bir çerçeve seçin.</translation>
    </message>
    <message>
        <source>Show in Memory</source>
        <translation>Bellekte Göster</translation>
    </message>
    <message>
        <source>Go to Target</source>
        <translation>Hedefe Git</translation>
    </message>
    <message>
        <source>Faultline&apos;s disassembler cannot be used: a part of the program is missing.</source>
        <translation>Faultline&apos;ın ters çeviricisi kullanılamıyor: programın bir parçası eksik.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DockStrip</name>
    <message>
        <source>More</source>
        <translation>Diğerleri</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DocumentTabs</name>
    <message>
        <source>Open reports</source>
        <translation>Açık raporlar</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Başlangıç</translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation>açılamadı</translation>
    </message>
    <message>
        <source>holds several crash files</source>
        <translation>birden çok çökme dosyası içeriyor</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Close Tab</source>
        <translation>Sekmeyi Kapat</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>faultline::ui::DropTarget</name>
    <message>
        <source>Drop a crash file here</source>
        <translation>Çökme dosyasını buraya bırakın</translation>
    </message>
    <message>
        <source>minidump, core file, Apple report, JavaScript or JVM event, stack trace as text; folders and archives too</source>
        <translation>minidump, çekirdek dosyası, Apple raporu, JavaScript veya JVM olayı, metin olarak yığın izi; klasörler ve arşivler de</translation>
    </message>
</context>
<context>
    <name>faultline::ui::EditorDialog</name>
    <message>
        <source>Save</source>
        <translation>Kaydet</translation>
    </message>
    <message>
        <source>External Editor</source>
        <translation>Dış Düzenleyici</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Düzenleyici</translation>
    </message>
    <message>
        <source>Another command</source>
        <translation>Başka bir komut</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Komut</translation>
    </message>
    <message>
        <source>%f is the file, %l the line, %c the column, %% a percent sign. No shell is used; double quotes keep blanks in one argument.</source>
        <translation>%f dosya, %l satır, %c sütun, %% bir yüzde işaretidir. Kabuk kullanılmaz; çift tırnak boşlukları tek bir bağımsız değişkende tutar.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>The command names a program and has a %f for the file.</source>
        <translation>Komut bir program bildirir ve dosya için bir %f içerir.</translation>
    </message>
    <message>
        <source>Starts: %1</source>
        <translation>Başlatılan: %1</translation>
    </message>
</context>
<context>
    <name>faultline::ui::EvidenceView</name>
    <message>
        <source>Why this signature</source>
        <translation>Neden bu imza</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>Neye dayanıyor</translation>
    </message>
    <message>
        <source>Locate file…</source>
        <translation>Dosyayı göster…</translation>
    </message>
    <message>
        <source>Why this stack</source>
        <translation>Neden bu yığın</translation>
    </message>
    <message>
        <source>What is explained</source>
        <translation>Ne açıklanıyor</translation>
    </message>
    <message>
        <source>Stack memory</source>
        <translation>Yığın belleği</translation>
    </message>
    <message>
        <source>Registers of the frame</source>
        <translation>Çerçevenin yazmaçları</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>iş parçacığı %1</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>Select a frame or a step to see what it rests on.</source>
        <translation>Neye dayandığını görmek için bir çerçeve ya da adım seçin.</translation>
    </message>
    <message>
        <source>shipped rules</source>
        <translation>hazır kurallar</translation>
    </message>
    <message>
        <source>Why a stack is as it is appears here when a report is open.</source>
        <translation>Bir rapor açıkken yığının neden böyle olduğu burada görünür.</translation>
    </message>
    <message>
        <source>Walking the stack again…</source>
        <translation>Yığın yeniden yürünüyor…</translation>
    </message>
    <message>
        <source>The stack is explained when the report is complete.</source>
        <translation>Yığın, rapor tamamlanınca açıklanır.</translation>
    </message>
    <message>
        <source>This stack came with the file, so no step of a walk was tried.</source>
        <translation>Bu yığın dosyayla geldi; bu yüzden hiçbir yürüme adımı denenmedi.</translation>
    </message>
    <message>
        <source>The stack cannot be walked here: the symbolication was stopped, or a server did it.</source>
        <translation>Yığın burada yürünemiyor: simgeleme durduruldu ya da bir sunucu yaptı.</translation>
    </message>
    <message>
        <source>Select a thread to see why its stack is as it is.</source>
        <translation>Yığınının neden böyle olduğunu görmek için bir iş parçacığı seçin.</translation>
    </message>
    <message>
        <source>Without a walk there is nothing that a frame rests on.</source>
        <translation>Yığın yürünmediği için çerçevelerin dayandığı bir şey yok.</translation>
    </message>
    <message>
        <source>Reading memory…</source>
        <translation>Bellek okunuyor…</translation>
    </message>
    <message>
        <source>The crash file has no memory of this place.</source>
        <translation>Çökme dosyasında bu yerin belleği yok.</translation>
    </message>
    <message>
        <source>The registers of this frame are not known.</source>
        <translation>Bu çerçevenin yazmaçları bilinmiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ExportPage</name>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>CSV of the stack</source>
        <translation>Yığının CSV’si</translation>
    </message>
    <message>
        <source>Report bundle</source>
        <translation>Rapor paketi</translation>
    </message>
    <message>
        <source>%1 (*.%2)</source>
        <translation>%1 (*.%2)</translation>
    </message>
    <message>
        <source>All frames of long stacks</source>
        <translation>Uzun yığınların tüm çerçeveleri</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Ne değişir</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Kaydet…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopyala</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Biçim</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Tam</translation>
    </message>
    <message>
        <source>nothing is removed</source>
        <translation>hiçbir şey çıkarılmaz</translation>
    </message>
    <message>
        <source>Team</source>
        <translation>Ekip</translation>
    </message>
    <message>
        <source>no environment, command line, memory, strings</source>
        <translation>ortam, komut satırı, bellek ve metinler yok</translation>
    </message>
    <message>
        <source>Share outside</source>
        <translation>Dışarıyla paylaş</translation>
    </message>
    <message>
        <source>also no names of users and hosts, no addresses, no protected annotations</source>
        <translation>ayrıca kullanıcı ve makine adları, adresler ve korumalı açıklamalar yok</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Seçenekler</translation>
    </message>
    <message>
        <source>Foot of the page</source>
        <translation>Sayfanın altı</translation>
    </message>
    <message>
        <source>Texts that are left out or replaced</source>
        <translation>Çıkarılan veya değiştirilen metinler</translation>
    </message>
    <message>
        <source>First page</source>
        <translation>İlk sayfa</translation>
    </message>
    <message>
        <source>as it will be printed</source>
        <translation>yazdırılacağı gibi</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Yazıldı: %1</translation>
    </message>
    <message>
        <source>Save Report</source>
        <translation>Raporu Kaydet</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 yazılamadı: %2</translation>
    </message>
    <message>
        <source>Choose another place</source>
        <translation>Başka bir yer seç</translation>
    </message>
    <message>
        <source>No report is open</source>
        <translation>Açık rapor yok</translation>
    </message>
    <message>
        <source>Finding out what leaves…</source>
        <translation>Nelerin çıkacağı belirleniyor…</translation>
    </message>
    <message>
        <source>Everything leaves</source>
        <translation>Her şey çıkar</translation>
    </message>
    <message>
        <source>%1 leave</source>
        <translation>%1 çıkar</translation>
    </message>
    <message>
        <source>%1: nothing is left out</source>
        <translation>%1: hiçbir şey çıkarılmaz</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <extracomment>&quot;184 kB leave&quot;, &quot;287 things are left out&quot;, &quot;61 are replaced&quot;</extracomment>
        <translation>%1: %2, %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thing(s) are left out</source>
        <translation>
            <numerusform>%Ln şey dışarıda kalır</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln are replaced</source>
        <translation>
            <numerusform>%Ln şey değiştirildi</numerusform>
        </translation>
    </message>
    <message>
        <source>of %1 (%2)</source>
        <translation>kaynak: %1 (%2)</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>kaynak: %1</translation>
    </message>
    <message>
        <source>no scripts, nothing is loaded</source>
        <translation>betik yok, hiçbir şey yüklenmez</translation>
    </message>
    <message>
        <source>no memory, no texts from memory, no environment</source>
        <translation>bellek yok, bellekten metin yok, ortam yok</translation>
    </message>
    <message>
        <source>The crash file with its memory and the environment leave this computer.</source>
        <translation>Belleğiyle birlikte çökme dosyası ve ortam bu bilgisayardan çıkar.</translation>
    </message>
    <message>
        <source>Names, messages and the environment leave this computer as they are.</source>
        <translation>Adlar, iletiler ve ortam bu bilgisayardan olduğu gibi çıkar.</translation>
    </message>
    <message>
        <source>No report is open.</source>
        <translation>Açık rapor yok.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Sayılıyor…</translation>
    </message>
    <message>
        <source>the same name becomes the same word everywhere</source>
        <translation>aynı ad her yerde aynı sözcük olur</translation>
    </message>
    <message>
        <source>Nothing is left out.</source>
        <translation>Hiçbir şey çıkarılmadı.</translation>
    </message>
    <message>
        <source>No names or addresses were found.</source>
        <translation>Ad veya adres bulunmadı.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Dışa aktarma</translation>
    </message>
    <message>
        <source>Up to %1 leave</source>
        <extracomment>%1 is a size</extracomment>
        <translation>En çok %1 çıkar</translation>
    </message>
    <message>
        <source>%1: only the frames of the stack</source>
        <extracomment>&quot;1.0 kB leave&quot;</extracomment>
        <translation>%1: yalnızca yığının çerçeveleri</translation>
    </message>
    <message>
        <source>%1: no name is taken out; memory is in report bundles only</source>
        <translation>%1: hiçbir ad çıkarılmaz; bellek yalnızca rapor paketlerindedir</translation>
    </message>
    <message>
        <source>No name or value is taken out of what this format has.</source>
        <translation>Bu biçimin içerdiklerinden hiçbir ad veya değer çıkarılmaz.</translation>
    </message>
    <message>
        <source>up to %1</source>
        <extracomment>%1 is a size</extracomment>
        <translation>en çok %1</translation>
    </message>
    <message>
        <source>of HTML and PDF; %1 has no pages</source>
        <translation>HTML ve PDF için; %1 sayfasızdır</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ExportSession</name>
    <message>
        <source>report of </source>
        <translation>rapor </translation>
    </message>
    <message>
        <source>This is the crash file itself, which stays as it is.</source>
        <translation>Bu, çökme dosyasının kendisidir; olduğu gibi kalır.</translation>
    </message>
    <message>
        <source>This is a folder or a device.</source>
        <translation>Bu bir klasör veya aygıttır.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FactsView</name>
    <message>
        <source>Annotations</source>
        <translation>Açıklamalar</translation>
    </message>
    <message>
        <source>Breadcrumbs</source>
        <translation>İz kayıtları</translation>
    </message>
    <message>
        <source>Handles</source>
        <translation>Tanıtıcılar</translation>
    </message>
    <message>
        <source>Unloaded modules</source>
        <translation>Boşaltılmış modüller</translation>
    </message>
    <message>
        <source>This file has no annotations.</source>
        <translation>Bu dosyada açıklama yok.</translation>
    </message>
    <message>
        <source>This event brought no breadcrumbs.</source>
        <translation>Bu olay iz kaydı getirmedi.</translation>
    </message>
    <message>
        <source>This file has no list of handles.</source>
        <translation>Bu dosyada tanıtıcı listesi yok.</translation>
    </message>
    <message>
        <source>This file names no unloaded modules.</source>
        <translation>Bu dosya boşaltılmış modül bildirmiyor.</translation>
    </message>
    <message>
        <source>What a file says appears here when a report is open.</source>
        <translation>Bir rapor açıkken dosyanın söyledikleri burada görünür.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message numerus="yes">
        <source>Environment: %n variable(s), not shown</source>
        <translation>
            <numerusform>Ortam: %n değişken, gösterilmiyor</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FilterLine</name>
    <message>
        <source>Filter rows</source>
        <translation>Satırları süz</translation>
    </message>
    <message>
        <source>Words that a row must have. name:text looks in one column, -name:text leaves rows out.</source>
        <translation>Bir satırda olması gereken sözcükler. ad:metin tek sütunda arar, -ad:metin satırları dışarıda bırakır.</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Büyük/küçük harf ayırt et</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Düzenli ifade</translation>
    </message>
    <message>
        <source>%1; the last filter stays</source>
        <translation>%1; son süzgeç kalıyor</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FindLine</name>
    <message>
        <source>Find</source>
        <translation>Bul</translation>
    </message>
    <message>
        <source>Find in this view</source>
        <translation>Bu görünümde bul</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Bulunamadı</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FindView</name>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>Frames found</source>
        <translation>Bulunan çerçeveler</translation>
    </message>
    <message>
        <source>Find in all stacks</source>
        <translation>Tüm yığınlarda bul</translation>
    </message>
    <message>
        <source>Function, module or file</source>
        <translation>İşlev, modül ya da dosya</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Büyük/küçük harf ayırt et</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Tam sözcükler</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Düzenli ifade</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>Aramayı iptal et</translation>
    </message>
    <message>
        <source>This report</source>
        <translation>Bu rapor</translation>
    </message>
    <message>
        <source>Open reports</source>
        <translation>Açık raporlar</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Kitaplık</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>İş parçacıkları</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Çerçeveler</translation>
    </message>
    <message>
        <source>Stacks</source>
        <translation>Yığınlar</translation>
    </message>
    <message>
        <source>Open reports %1</source>
        <translation>Açık raporlar %1</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n çerçeve</numerusform>
        </translation>
    </message>
    <message>
        <source>F3 next · Shift+F3 previous · Esc closes</source>
        <translation>F3 sonraki · Shift+F3 önceki · Esc kapatır</translation>
    </message>
    <message>
        <source>%1; the last search stays</source>
        <translation>%1; son arama kalıyor</translation>
    </message>
    <message>
        <source>The search was stopped</source>
        <translation>Arama durduruldu</translation>
    </message>
    <message>
        <source>%1 in %2 of %3 reports</source>
        <extracomment>%1 is a number of frames such as &quot;8 frames&quot;</extracomment>
        <translation>%3 raporun %2 tanesinde %1</translation>
    </message>
    <message>
        <source>%1 in %2 of %3 threads</source>
        <extracomment>%1 is a number of frames such as &quot;8 frames&quot;</extracomment>
        <translation>%3 iş parçacığının %2 tanesinde %1</translation>
    </message>
    <message numerus="yes">
        <source>; %n thread(s) have the same stack</source>
        <translation>
            <numerusform>; %n iş parçacığının yığını aynı</numerusform>
        </translation>
    </message>
    <message>
        <source>; not all of them are shown</source>
        <translation>; hepsi gösterilmiyor</translation>
    </message>
    <message>
        <source>Frames of all threads are found here when a report is open.</source>
        <translation>Bir rapor açıkken tüm iş parçacıklarının çerçeveleri burada bulunur.</translation>
    </message>
    <message>
        <source>Looking for %1…</source>
        <translation>%1 aranıyor…</translation>
    </message>
    <message>
        <source>Type a part of a function&apos;s, a module&apos;s or a file&apos;s name.</source>
        <translation>Bir işlevin, modülün ya da dosyanın adından bir parça yazın.</translation>
    </message>
    <message>
        <source>Search Open Reports</source>
        <translation>Açık Raporlarda Ara</translation>
    </message>
    <message>
        <source>Search Library</source>
        <translation>Kitaplıkta Ara</translation>
    </message>
    <message>
        <source>No frame contains %1.</source>
        <translation>Hiçbir çerçevede %1 yok.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FrameCode</name>
    <message>
        <source>from dump memory</source>
        <translation>döküm belleğinden</translation>
    </message>
    <message>
        <source>from the file of %1</source>
        <translation>%1 dosyasından</translation>
    </message>
    <message>
        <source>from dump memory, other bytes in the file of %1</source>
        <translation>döküm belleğinden; %1 dosyasında başka baytlar var</translation>
    </message>
    <message>
        <source>from dump memory, same as the file of %1</source>
        <translation>döküm belleğinden; %1 dosyasıyla aynı</translation>
    </message>
    <message>
        <source>from dump memory and the file of %1</source>
        <translation>döküm belleğinden ve %1 dosyasından</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FrameSearch</name>
    <message>
        <source>There is no folder for a library.</source>
        <translation>Kitaplık için klasör yok.</translation>
    </message>
    <message>
        <source>There is no library yet.</source>
        <translation>Henüz kitaplık yok.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::FunctionsPanel</name>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>On top of</source>
        <translation>Tepede</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modül</translation>
    </message>
    <message>
        <source>Called by</source>
        <translation>Çağıranlar</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Çağırdıkları</translation>
    </message>
    <message>
        <source>Functions of all stacks</source>
        <translation>Tüm yığınların işlevleri</translation>
    </message>
    <message>
        <source>Callers of the function</source>
        <translation>İşlevi çağıranlar</translation>
    </message>
    <message>
        <source>Functions that it calls</source>
        <translation>Çağırdığı işlevler</translation>
    </message>
    <message>
        <source>In threads</source>
        <translation>İçeren</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Örnekler</translation>
    </message>
    <message>
        <source>Nanoseconds</source>
        <translation>Nanosaniye</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bayt</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Komutlar</translation>
    </message>
    <message>
        <source>%1, in %2 of %3, on top of %4</source>
        <extracomment>a function, how many of all stacks it is in, and how many end in it</extracomment>
        <translation>%1, %3 içinde %2, tepesinde %4</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <extracomment>a function, and in how many stacks it calls or is called</extracomment>
        <translation>%1, %2 içinde</translation>
    </message>
</context>
<context>
    <name>faultline::ui::GraphPicture</name>
    <message>
        <source>Graph of all stacks</source>
        <translation>Tüm yığınların çizgesi</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of the system</source>
        <translation>
            <numerusform>sistemin %n çerçevesi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of %1</source>
        <translation>
            <numerusform>%n çerçeve, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GroupPage</name>
    <message>
        <source>Typical stack</source>
        <translation>Tipik yığın</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Karşılaştır</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tümünü göster</translation>
    </message>
    <message>
        <source>Reports a day</source>
        <translation>Günlük raporlar</translation>
    </message>
    <message>
        <source>by the time of the crash</source>
        <translation>çökme zamanına göre</translation>
    </message>
    <message>
        <source>%1 d</source>
        <extracomment>a number of days, short</extracomment>
        <translation>%1 g</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n gün</numerusform>
        </translation>
    </message>
    <message>
        <source>Facts of the reports</source>
        <translation>Raporların olguları</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Olgular</translation>
    </message>
    <message>
        <source>here, and of all reports</source>
        <translation>burada ve tüm raporlarda</translation>
    </message>
    <message>
        <source>Reports of the group</source>
        <translation>Grubun raporları</translation>
    </message>
    <message>
        <source>Shows the two selected reports side by side</source>
        <translation>Seçili iki raporu yan yana gösterir</translation>
    </message>
    <message>
        <source>Newest reports</source>
        <translation>En yeni raporlar</translation>
    </message>
    <message>
        <source>No group is open</source>
        <translation>Açık grup yok</translation>
    </message>
    <message>
        <source>Open a group of the library to see what its reports have in common.</source>
        <translation>Raporların ortak yanlarını görmek için kitaplıktan bir grup açın.</translation>
    </message>
    <message>
        <source>Reading the group…</source>
        <translation>Grup okunuyor…</translation>
    </message>
    <message>
        <source>The group cannot be read</source>
        <translation>Grup okunamıyor</translation>
    </message>
    <message>
        <source>The group cannot be read.</source>
        <translation>Grup okunamıyor.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>no report has a stack</source>
        <translation>hiçbir raporda yığın yok</translation>
    </message>
    <message>
        <source>of the only report with one</source>
        <translation>yığını olan tek raporun</translation>
    </message>
    <message numerus="yes">
        <source>the most like the others of %Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor içinde ötekilere en çok benzeyen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln</source>
        <extracomment>number of reports</extracomment>
        <translation>
            <numerusform>Tümü, %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all reports in the library</source>
        <translation>Tüm raporları kitaplıkta göster</translation>
    </message>
    <message>
        <source>The library is damaged; these are the rows that can be read: %1</source>
        <translation>Kitaplık hasarlı; bunlar okunabilen satırlar: %1</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Kapat</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Grup</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>a function, and a number of reports</extracomment>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>by the time of the import; no report knows that of its crash</source>
        <translation>içe aktarma zamanına göre; hiçbir rapor çökme zamanını bilmiyor</translation>
    </message>
    <message>
        <source>by the time of the crash, otherwise that of the import</source>
        <translation>çökme zamanına, yoksa içe aktarma zamanına göre</translation>
    </message>
</context>
<context>
    <name>faultline::ui::GroupSession</name>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message numerus="yes">
        <source>%Ln stack(s) read…</source>
        <translation>
            <numerusform>%Ln yığıt okundu…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::GuessBand</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n tane daha</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n tahmin</numerusform>
        </translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Katla</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>Fold the guesses</source>
        <translation>Tahminleri katla</translation>
    </message>
    <message>
        <source>Show the guesses</source>
        <translation>Tahminleri göster</translation>
    </message>
    <message>
        <source>guess</source>
        <translation>tahmin</translation>
    </message>
</context>
<context>
    <name>faultline::ui::HostsEditor</name>
    <message>
        <source>Allow</source>
        <translation>İzin ver</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Unut</translation>
    </message>
    <message>
        <source>Hosts that may be asked for source text to which debug files link:</source>
        <translation>Hata ayıklama dosyalarının bağlandığı kaynak metni için sorulabilecek sunucular:</translation>
    </message>
    <message>
        <source>Allowed hosts</source>
        <translation>İzin verilen sunucular</translation>
    </message>
    <message>
        <source>Host to allow</source>
        <translation>İzin verilecek sunucu</translation>
    </message>
</context>
<context>
    <name>faultline::ui::IcicleLegend</name>
    <message>
        <source>Colours: %1</source>
        <translation>Renkler: %1</translation>
    </message>
    <message>
        <source>your code</source>
        <translation>sizin kodunuz</translation>
    </message>
    <message>
        <source>inlined</source>
        <translation>satır içi</translation>
    </message>
    <message>
        <source>system</source>
        <translation>sistem</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>kilitlenme</translation>
    </message>
</context>
<context>
    <name>faultline::ui::IciclePicture</name>
    <message>
        <source>Icicle of all stacks</source>
        <translation>Tüm yığınların saçak grafiği</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ImportPanel</name>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Gizle</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>İçe aktarmanın ilerlemesi</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation>İçe aktarmayı iptal et</translation>
    </message>
    <message>
        <source>Files that were not imported</source>
        <translation>İçe aktarılmayan dosyalar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Duraklat</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Sürdür</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dosyalar aranıyor…</translation>
    </message>
    <message>
        <source>%1 of %2 files done</source>
        <translation>%2 dosyadan %1 tanesi bitti</translation>
    </message>
    <message>
        <source>%1 of %2 files done, pausing after this one</source>
        <translation>%2 dosyadan %1 tanesi bitti, bu dosyadan sonra duraklatılacak</translation>
    </message>
    <message>
        <source>Paused: %1 of %2 files done</source>
        <translation>Duraklatıldı: %2 dosyadan %1 tanesi bitti</translation>
    </message>
    <message>
        <source>All %1 files done</source>
        <translation>%1 dosyanın tümü bitti</translation>
    </message>
    <message>
        <source>Cancelled: %1 of %2 files done. What is done is kept; the same import goes on with the rest.</source>
        <translation>İptal edildi: %2 dosyadan %1 tanesi bitti. Bitenler saklanır; aynı içe aktarma kalanlarla sürer.</translation>
    </message>
    <message>
        <source>The import has ended after %1 of %2 files: %3</source>
        <translation>İçe aktarma %2 dosyadan %1 tanesinden sonra sona erdi: %3</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>%1 eklendi</translation>
    </message>
    <message>
        <source>%1 duplicates</source>
        <translation>%1 yinelenen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 başarısız</translation>
    </message>
    <message>
        <source>%1 regressions</source>
        <translation>%1 geri gelen</translation>
    </message>
</context>
<context>
    <name>faultline::ui::InspectorView</name>
    <message>
        <source>Data inspector</source>
        <translation>Veri inceleyici</translation>
    </message>
    <message>
        <source>bytes at %1</source>
        <translation>%1 adresindeki baytlar</translation>
    </message>
    <message>
        <source>What bytes mean appears here when a native report is open.</source>
        <translation>Yerel bir rapor açıkken baytların anlamı burada görünür.</translation>
    </message>
    <message>
        <source>Reports of this kind have no memory.</source>
        <translation>Bu tür raporların belleği yok.</translation>
    </message>
    <message>
        <source>Select a row of Memory whose bytes are in the dump.</source>
        <translation>Bellek’te baytları dökümde olan bir satır seçin.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::KeyRecorder</name>
    <message>
        <source>Press the keys to add</source>
        <translation>Eklenecek tuşlara basın</translation>
    </message>
    <message>
        <source>Keys to add</source>
        <translation>Eklenecek tuşlar</translation>
    </message>
</context>
<context>
    <name>faultline::ui::Keymap</name>
    <message>
        <source>Shift+F10 and the Menu key always open the context menu.</source>
        <translation>Shift+F10 ve Menü tuşu her zaman bağlam menüsünü açar.</translation>
    </message>
    <message>
        <source>A single character would be typed into fields. Press it with Ctrl or Alt.</source>
        <translation>Tek bir karakter alanlara yazılırdı. Ctrl ya da Alt ile birlikte basın.</translation>
    </message>
    <message>
        <source>The window needs this key itself.</source>
        <translation>Bu tuş pencerenin kendisine gerekli.</translation>
    </message>
    <message>
        <source>Ctrl+Alt with a letter types a character on many keyboards.</source>
        <translation>Ctrl+Alt ile bir harf, birçok klavyede bir karakter yazar.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::KeymapPage</name>
    <message>
        <source>Import…</source>
        <translation>İçe aktar…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Dışa aktar…</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>Eylemler ve tuşları</translation>
    </message>
    <message>
        <source>Action or key</source>
        <translation>Eylem ya da tuş</translation>
    </message>
    <message>
        <source>Action or key, for example Ctrl+T</source>
        <translation>Eylem ya da tuş, örneğin Ctrl+T</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Ön ayar</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Tümü</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Değişen</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>Çakışan</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Tuşsuz</translation>
    </message>
    <message>
        <source>Faultline</source>
        <translation>Faultline</translation>
    </message>
    <message>
        <source>Visual Studio</source>
        <translation>Visual Studio</translation>
    </message>
    <message>
        <source>Qt Creator</source>
        <translation>Qt Creator</translation>
    </message>
    <message>
        <source>The keys are those of the preset</source>
        <translation>Tuşlar ön ayardaki gibi</translation>
    </message>
    <message numerus="yes">
        <source>You changed the keys of %n action(s)</source>
        <translation>
            <numerusform>%n eylemin tuşlarını değiştirdiniz</numerusform>
        </translation>
    </message>
    <message>
        <source>No combination of keys is used twice.</source>
        <translation>Hiçbir tuş bileşimi iki kez kullanılmıyor.</translation>
    </message>
    <message numerus="yes">
        <source>%n combination(s) of keys are used twice</source>
        <translation>
            <numerusform>%n tuş bileşimi iki kez kullanılıyor</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 means “%2” and “%3”; until you decide, “%2” keeps it</source>
        <translation>%1 hem “%2” hem “%3” demek; siz karar verene dek “%2” eyleminde kalır</translation>
    </message>
    <message>
        <source>%1 of %2 actions</source>
        <translation>%1 / %2 eylem</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tümünü göster</translation>
    </message>
    <message>
        <source>No action is like that.</source>
        <translation>Böyle bir eylem yok.</translation>
    </message>
    <message>
        <source>%1 is free.</source>
        <translation>%1 boşta.</translation>
    </message>
    <message>
        <source>No action is called “%1”.</source>
        <translation>“%1” adında bir eylem yok.</translation>
    </message>
    <message>
        <source>The keys could not be written: %1</source>
        <translation>Tuşlar yazılamadı: %1</translation>
    </message>
    <message>
        <source>Export Keys</source>
        <translation>Tuşları Dışa Aktar</translation>
    </message>
    <message>
        <source>Keys (*.json)</source>
        <translation>Tuşlar (*.json)</translation>
    </message>
    <message>
        <source>Keys exported</source>
        <translation>Tuşlar dışa aktarıldı</translation>
    </message>
    <message>
        <source>Import Keys</source>
        <translation>Tuşları İçe Aktar</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tüm dosyalar (*)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>tuş yok</translation>
    </message>
    <message>
        <source>%1: as in the preset</source>
        <translation>%1: ön ayardaki gibi</translation>
    </message>
    <message>
        <source>The file cannot be read: %1</source>
        <translation>Dosya okunamıyor: %1</translation>
    </message>
    <message>
        <source>The file is too large for keys</source>
        <translation>Dosya tuşlar için çok büyük</translation>
    </message>
    <message>
        <source>The file holds no keys</source>
        <translation>Dosyada tuş yok</translation>
    </message>
    <message>
        <source>The file changes no key</source>
        <translation>Dosya hiçbir tuşu değiştirmiyor</translation>
    </message>
    <message numerus="yes">
        <source>Take the keys of %n action(s) from the file?</source>
        <translation>
            <numerusform>%n eylemin tuşları dosyadan alınsın mı?</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Take</source>
        <translation>&amp;Al</translation>
    </message>
    <message>
        <source>Keys imported</source>
        <translation>Tuşlar içe aktarıldı</translation>
    </message>
    <message>
        <source>The file is no JSON: %1, at byte %2</source>
        <extracomment>what is wrong, and the offset in the file</extracomment>
        <translation>Dosya JSON değil: %1, %2. baytta</translation>
    </message>
    <message>
        <source>The file names a preset that is not known: “%1”</source>
        <translation>Dosya bilinmeyen bir ön ayar adı içeriyor: “%1”</translation>
    </message>
    <message>
        <source>“%1” is no combination of keys, for %2</source>
        <extracomment>what stands in the file, and the id of an action</extracomment>
        <translation>“%1” bir tuş bileşimi değil (%2)</translation>
    </message>
    <message>
        <source>The file has more than %1 combinations of keys for %2</source>
        <translation>Dosyada %2 için %1 tuş bileşiminden fazlası var</translation>
    </message>
    <message>
        <source>The file gives “%1” the keys %2. %3</source>
        <extracomment>an action, its keys, and a sentence that says why they cannot be used</extracomment>
        <translation>Dosya “%1” eylemine %2 tuşlarını veriyor. %3</translation>
    </message>
</context>
<context>
    <name>faultline::ui::KeymapPanel</name>
    <message>
        <source>Action</source>
        <translation>Eylem</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tuşlar</translation>
    </message>
    <message>
        <source>Good to know</source>
        <translation>Bilmekte yarar var</translation>
    </message>
    <message>
        <source>Shift+F10 and the Menu key always open the context menu.</source>
        <translation>Shift+F10 ve Menü tuşu her zaman bağlam menüsünü açar.</translation>
    </message>
    <message>
        <source>Single letters work in the library only, never in a text field.</source>
        <translation>Tek harfler yalnızca kitaplıkta çalışır, hiçbir zaman bir metin alanında değil.</translation>
    </message>
    <message>
        <source>Ctrl+Alt with a letter types a character on many keyboards.</source>
        <translation>Ctrl+Alt ile bir harf, birçok klavyede bir karakter yazar.</translation>
    </message>
    <message>
        <source>Use it here</source>
        <translation>Burada kullan</translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation>Vazgeç</translation>
    </message>
    <message>
        <source>Reset this action</source>
        <translation>Bu eylemi sıfırla</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Tümünü sıfırla</translation>
    </message>
    <message>
        <source>Select an action to change its keys.</source>
        <translation>Tuşlarını değiştirmek için bir eylem seçin.</translation>
    </message>
    <message>
        <source>from the preset</source>
        <translation>ön ayardan</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>sizin</translation>
    </message>
    <message>
        <source>Take %1 away</source>
        <translation>%1 tuşunu kaldır</translation>
    </message>
    <message>
        <source>%1 is taken</source>
        <translation>%1 alınmış</translation>
    </message>
    <message>
        <source>This action keeps it until you decide. “%1” wants it, too.</source>
        <translation>Siz karar verene dek bu eylemde kalır. “%1” de istiyor.</translation>
    </message>
    <message>
        <source>“%1” has it, and keeps it until you decide.</source>
        <translation>“%1” eyleminde, siz karar verene dek onda kalır.</translation>
    </message>
    <message>
        <source>It is in the palette.</source>
        <translation>Palette yer alır.</translation>
    </message>
    <message>
        <source>It is in the menu %1 and in the palette.</source>
        <translation>%1 menüsünde ve palette yer alır.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibrariesPanel</name>
    <message>
        <source>No library yet. Import batch… makes one.</source>
        <translation>Henüz kitaplık yok. Toplu içe aktarma bir tane oluşturur.</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Başka…</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Kitaplıklar</translation>
    </message>
    <message>
        <source>Open or make another library</source>
        <translation>Başka bir kitaplık aç ya da oluştur</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Aç</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>Listeden Kaldır</translation>
    </message>
    <message>
        <source>Open or Make a Library</source>
        <translation>Kitaplık Aç ya da Oluştur</translation>
    </message>
    <message>
        <source>Libraries (*.fldb)</source>
        <translation>Kitaplıklar (*.fldb)</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryFacets</name>
    <message>
        <source>Filter</source>
        <translation>Süzgeç</translation>
    </message>
    <message>
        <source>reports</source>
        <translation>rapor</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryPage</name>
    <message>
        <source>Groups</source>
        <translation>Gruplar</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Raporlar</translation>
    </message>
    <message>
        <source>&amp;Files…</source>
        <translation>&amp;Dosyalar…</translation>
    </message>
    <message>
        <source>F&amp;older…</source>
        <translation>&amp;Klasör…</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Kitaplıkta ara</translation>
    </message>
    <message>
        <source>Words, or fields such as status:=new version:=4.2 date:&gt;-14d</source>
        <translation>Sözcükler ya da status:=new version:=4.2 date:&gt;-14d gibi alanlar</translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation>Kitaplık açılıyor…</translation>
    </message>
    <message>
        <source>No reports yet</source>
        <translation>Henüz rapor yok</translation>
    </message>
    <message>
        <source>The library cannot be opened</source>
        <translation>Kitaplık açılamıyor</translation>
    </message>
    <message>
        <source>Reading the library…</source>
        <translation>Kitaplık okunuyor…</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>Eşleşen yok</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>The library is damaged; these are the rows that can be read: %1</source>
        <translation>Kitaplık hasarlı; bunlar okunabilen satırlar: %1</translation>
    </message>
    <message>
        <source>This library can only be read.</source>
        <translation>Bu kitaplık yalnızca okunabilir.</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Gizle</translation>
    </message>
    <message>
        <source>Import Crash Files</source>
        <translation>Çökme Dosyalarını İçe Aktar</translation>
    </message>
    <message>
        <source>Import a Folder</source>
        <translation>Klasörü İçe Aktar</translation>
    </message>
    <message>
        <source>Import batch…</source>
        <translation>Toplu içe aktar…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) came back</source>
        <translation>
            <numerusform>%Ln grup geri geldi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new group(s)</source>
        <translation>
            <numerusform>%Ln yeni grup</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln grup</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2 match</source>
        <extracomment>numbers of reports and of groups</extracomment>
        <translation>%2 içinde %1 eşleşiyor</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>library of %1, %2</source>
        <translation>kitaplıkta %1, %2</translation>
    </message>
    <message>
        <source>Not imported: another import is running</source>
        <translation>İçe aktarılmadı: başka bir içe aktarma sürüyor</translation>
    </message>
    <message>
        <source>Not imported: the library cannot be changed</source>
        <translation>İçe aktarılmadı: kitaplık değiştirilemez</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryPreviewPanel</name>
    <message>
        <source>Stack</source>
        <translation>Yığın</translation>
    </message>
    <message>
        <source>Notes and history</source>
        <translation>Notlar ve geçmiş</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Önizleme</translation>
    </message>
    <message>
        <source>Enter opens</source>
        <translation>Enter açar</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Ata</translation>
    </message>
    <message>
        <source>Stack of the report</source>
        <translation>Raporun yığını</translation>
    </message>
    <message>
        <source>Select one row to see what is known about it.</source>
        <translation>Hakkında bilinenleri görmek için bir satır seçin.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Okunuyor…</translation>
    </message>
    <message>
        <source>This cannot be read.</source>
        <translation>Bu okunamıyor.</translation>
    </message>
    <message>
        <source>Open report</source>
        <translation>Raporu aç</translation>
    </message>
    <message>
        <source>Assigned to %1</source>
        <translation>Sorumlu: %1</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>Etiketler: %1</translation>
    </message>
    <message>
        <source>Ticket: %1</source>
        <translation>Kayıt: %1</translation>
    </message>
    <message>
        <source>Open group</source>
        <translation>Grubu aç</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibrarySession</name>
    <message>
        <source>Undone</source>
        <translation>Geri alındı</translation>
    </message>
    <message>
        <source>It is like that already</source>
        <translation>Zaten öyle</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Kaydedildi</translation>
    </message>
    <message>
        <source>The library has only the name of the crash file: %1</source>
        <translation>Kitaplıkta çökme dosyasının yalnızca adı var: %1</translation>
    </message>
    <message>
        <source>The crash file is no longer there: %1</source>
        <translation>Çökme dosyası artık orada değil: %1</translation>
    </message>
    <message>
        <source>Another file has taken the place of the crash file: %1</source>
        <translation>Çökme dosyasının yerinde başka bir dosya var: %1</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 okunamıyor: %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) removed from the library</source>
        <translation>
            <numerusform>%Ln rapor kitaplıktan kaldırıldı</numerusform>
        </translation>
    </message>
    <message>
        <source>Done again</source>
        <translation>Yinelendi</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LibraryTable</name>
    <message>
        <source>Groups and reports</source>
        <translation>Gruplar ve raporlar</translation>
    </message>
    <message>
        <source>Import files…</source>
        <translation>Dosyaları içe aktar…</translation>
    </message>
    <message>
        <source>Opening the library…</source>
        <translation>Kitaplık açılıyor…</translation>
    </message>
    <message>
        <source>No reports yet. Imported crash files appear here.</source>
        <translation>Henüz rapor yok. İçe aktarılan çökme dosyaları burada görünür.</translation>
    </message>
    <message>
        <source>The library cannot be opened.</source>
        <translation>Kitaplık açılamıyor.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Aranıyor…</translation>
    </message>
    <message>
        <source>The library cannot be read.</source>
        <translation>Kitaplık okunamıyor.</translation>
    </message>
    <message>
        <source>The search line is not understood.</source>
        <translation>Arama satırı anlaşılamadı.</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Aramayı temizle</translation>
    </message>
    <message>
        <source>The library is damaged: no row can be read.</source>
        <translation>Kitaplık hasarlı: hiçbir satır okunamıyor.</translation>
    </message>
    <message>
        <source>No group matches.</source>
        <translation>Eşleşen grup yok.</translation>
    </message>
    <message>
        <source>No report matches.</source>
        <translation>Eşleşen rapor yok.</translation>
    </message>
    <message>
        <source>These are the rows of the last search that was understood.</source>
        <translation>Bunlar, anlaşılan son aramanın satırlarıdır.</translation>
    </message>
    <message>
        <source>%1 shown of %2</source>
        <extracomment>rows that were read so far, and how many there are</extracomment>
        <translation>%2 içinden %1 gösteriliyor</translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s)</source>
        <translation>
            <numerusform>%Ln grup</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s)</source>
        <translation>
            <numerusform>%Ln rapor</numerusform>
        </translation>
    </message>
    <message>
        <source>selected: %1, %2</source>
        <extracomment>numbers of groups and of reports</extracomment>
        <translation>seçili: %1, %2</translation>
    </message>
    <message>
        <source>selected: %1</source>
        <translation>seçili: %1</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LocalsView</name>
    <message>
        <source>Locals</source>
        <translation>Yerel değişkenler</translation>
    </message>
    <message>
        <source>Expression to evaluate in this frame</source>
        <translation>Bu çerçevede hesaplanacak ifade</translation>
    </message>
    <message>
        <source>Evaluate, such as this-&gt;items[2]</source>
        <translation>Hesapla, örneğin this-&gt;items[2]</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>Locals appear here when a native report is open.</source>
        <translation>Makine kodu raporu açıldığında yerel değişkenler burada görünür.</translation>
    </message>
    <message>
        <source>Reading values…</source>
        <translation>Değerler okunuyor…</translation>
    </message>
    <message>
        <source>Values are read when the report is complete.</source>
        <translation>Değerler, rapor tamamlanınca okunur.</translation>
    </message>
    <message>
        <source>This file has no memory that values could be read from.</source>
        <translation>Bu dosyada değerlerin okunabileceği bellek yok.</translation>
    </message>
    <message>
        <source>The registers of this frame are not known, so its values are not.</source>
        <translation>Bu çerçevenin yazmaçları, dolayısıyla değerleri bilinmiyor.</translation>
    </message>
    <message>
        <source>Locals appear here when the debug file describes them.</source>
        <translation>Yerel değişkenler, hata ayıklama dosyası onları anlattığında burada görünür.</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Neden?</translation>
    </message>
    <message>
        <source>Reports of this kind hold no values.</source>
        <translation>Bu tür raporlarda değer bulunmaz.</translation>
    </message>
    <message>
        <source>This report was not made on this machine, so its values are not here.</source>
        <translation>Bu rapor bu makinede yapılmadı; değerleri burada değil.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see its values.</source>
        <translation>Değerlerini görmek için bir çerçeve seçin.</translation>
    </message>
    <message>
        <source>This frame has no variables here.</source>
        <translation>Bu çerçevenin burada değişkeni yok.</translation>
    </message>
    <message>
        <source>%1 has no variables here.</source>
        <translation>%1 işlevinin burada değişkeni yok.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LocksView</name>
    <message>
        <source>Locks</source>
        <translation>Kilitler</translation>
    </message>
    <message>
        <source>Words of the lock</source>
        <translation>Kilidin sözcükleri</translation>
    </message>
    <message>
        <source>Locks appear here when a report is open.</source>
        <translation>Bir rapor açıkken kilitler burada görünür.</translation>
    </message>
    <message>
        <source>No thread waits for a lock.</source>
        <translation>Hiçbir iş parçacığı kilit beklemiyor.</translation>
    </message>
    <message>
        <source>Reading locks…</source>
        <translation>Kilitler okunuyor…</translation>
    </message>
    <message>
        <source>This file lacks the memory that would tell who waits for whom.</source>
        <translation>Bu dosyada kimin kimi beklediğini gösterecek bellek yok.</translation>
    </message>
    <message>
        <source>Files of this kind say nothing about locks.</source>
        <translation>Bu türden dosyalar kilitler hakkında bir şey söylemez.</translation>
    </message>
    <message>
        <source>Select a lock to see what memory says.</source>
        <translation>Belleğin ne söylediğini görmek için bir kilit seçin.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) waited for</source>
        <translation>
            <numerusform>beklenen %n nesne</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n guess(es)</source>
        <translation>
            <numerusform>%n tahmin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a known holder</source>
        <translation>
            <numerusform>%n tanesinin tutanı bilinmiyor</numerusform>
        </translation>
    </message>
    <message>
        <source>The report is not complete, so its locks are not known.</source>
        <translation>Rapor tamamlanmadığı için kilitleri bilinmiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::LogView</name>
    <message>
        <source>Log</source>
        <translation>Günlük</translation>
    </message>
    <message>
        <source>Nothing has been logged. Failed look-ups and warnings appear here.</source>
        <translation>Günlük boş. Başarısız aramalar ve uyarılar burada görünür.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::MainWindow</name>
    <message>
        <source>Faultline</source>
        <translation>Faultline</translation>
    </message>
    <message>
        <source>%1 — Faultline</source>
        <translation>%1 — Faultline</translation>
    </message>
    <message>
        <source>%1 — %2 — Faultline</source>
        <translation>%1 — %2 — Faultline</translation>
    </message>
    <message>
        <source>Stack copied as Markdown</source>
        <translation>Yığın Markdown olarak kopyalandı</translation>
    </message>
    <message>
        <source>Stack copied as JSON</source>
        <translation>Yığın JSON olarak kopyalandı</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopyalandı</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Yazmaçlar</translation>
    </message>
    <message>
        <source>Raw streams</source>
        <translation>Ham akışlar</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Etkinlik</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Günlük</translation>
    </message>
    <message>
        <source>Looking again for what is missing</source>
        <translation>Eksikler yeniden aranıyor</translation>
    </message>
    <message>
        <source>Fetching the files of all modules</source>
        <translation>Bütün modüllerin dosyaları indiriliyor</translation>
    </message>
    <message>
        <source>Open Crash File</source>
        <translation>Çökme Dosyası Aç</translation>
    </message>
    <message>
        <source>Crash files (*.dmp *.mdmp *.core *.crash *.ips *.json *.envelope *.txt *.uecrash *.zip *.gz *.zst *.xz *.lz4)</source>
        <translation>Çökme dosyaları (*.dmp *.mdmp *.core *.crash *.ips *.json *.envelope *.txt *.uecrash *.zip *.gz *.zst *.xz *.lz4)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tüm dosyalar (*)</translation>
    </message>
    <message>
        <source>Locate Debug File for %1</source>
        <translation>%1 İçin Hata Ayıklama Dosyası Seç</translation>
    </message>
    <message>
        <source>Stack copied</source>
        <translation>Yığın kopyalandı</translation>
    </message>
    <message>
        <source>The file is no longer there: %1</source>
        <translation>Dosya artık orada değil: %1</translation>
    </message>
    <message>
        <source>No file has been opened yet</source>
        <translation>Henüz bir dosya açılmadı</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>Listeyi Temizle</translation>
    </message>
    <message>
        <source>About Faultline</source>
        <translation>Faultline Hakkında</translation>
    </message>
    <message>
        <source>&lt;b&gt;Faultline %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Faultline %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Opens a crash and shows what really happened.</source>
        <translation>Bir çökmeyi açar ve gerçekte ne olduğunu gösterir.</translation>
    </message>
    <message>
        <source>The clipboard holds no text</source>
        <translation>Panoda metin yok</translation>
    </message>
    <message>
        <source>The pasted text could not be stored</source>
        <translation>Yapıştırılan metin saklanamadı</translation>
    </message>
    <message>
        <source>Faultline crashed and left a dump of itself.</source>
        <translation>Faultline çöktü ve kendi dökümünü bıraktı.</translation>
    </message>
    <message>
        <source>Open the dump</source>
        <translation>Dökümü aç</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not opened, because %1 reports are open.</source>
        <translation>
            <numerusform>%1 rapor açık olduğu için %n dosya açılmadı.</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Gizle</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Kitaplık</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Kilitler</translation>
    </message>
    <message>
        <source>Parallel stacks</source>
        <translation>Koşut yığınlar</translation>
    </message>
    <message>
        <source>Locals</source>
        <translation>Yerel değişkenler</translation>
    </message>
    <message>
        <source>Disassembly</source>
        <translation>Makine komutları</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Bellek</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Bellek haritası</translation>
    </message>
    <message>
        <source>Comparison copied</source>
        <translation>Karşılaştırma kopyalandı</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>Başka dosya…</translation>
    </message>
    <message>
        <source>Compare With</source>
        <translation>Şununla Karşılaştır</translation>
    </message>
    <message>
        <source>Grouping rules</source>
        <translation>Gruplama kuralları</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Kanıtlar</translation>
    </message>
    <message>
        <source>Opened in %1</source>
        <translation>%1 içinde açıldı</translation>
    </message>
    <message>
        <source>%1 could not be started</source>
        <translation>%1 başlatılamadı</translation>
    </message>
    <message>
        <source>Report copied</source>
        <translation>Rapor kopyalandı</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tuşlar</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ayarlar</translation>
    </message>
    <message>
        <source>Debug File</source>
        <translation>Hata Ayıklama Dosyası</translation>
    </message>
    <message>
        <source>Its names would be guesses, and the stack may lose frames.</source>
        <translation>Adları tahmin olur ve yığın çerçeve yitirebilir.</translation>
    </message>
    <message>
        <source>Use It Anyway</source>
        <translation>Yine de Kullan</translation>
    </message>
    <message>
        <source>Nothing of this stack is missing</source>
        <translation>Bu yığının hiçbir şeyi eksik değil</translation>
    </message>
    <message>
        <source>No server is set up; only folders were looked through</source>
        <translation>Hiçbir sunucu ayarlı değil; yalnızca klasörlere bakıldı</translation>
    </message>
    <message>
        <source>Open Folder of Crash Files</source>
        <translation>Çökme Dosyalarının Klasörünü Aç</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Bul</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Sunucu</translation>
    </message>
    <message>
        <source>The sample could not be written to %1</source>
        <translation>Örnek %1 konumuna yazılamadı</translation>
    </message>
    <message>
        <source>Identity copied</source>
        <translation>Kimlik kopyalandı</translation>
    </message>
    <message>
        <source>The edited rules are kept until they are signed or discarded</source>
        <translation>Düzenlenen kurallar, imzalanana ya da atılana dek saklanır</translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation>%1 Dosyasını Bul</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Çıkış</translation>
    </message>
    <message>
        <source>Grouping rules were edited, and no report was signed by them.</source>
        <translation>Gruplama kuralları düzenlendi, ama hiçbir rapor onlarla imzalanmadı.</translation>
    </message>
    <message>
        <source>Edits that are kept are on the page of the rules when Faultline starts again.</source>
        <translation>Saklanan düzenlemeler, Faultline yeniden başladığında kurallar sayfasında durur.</translation>
    </message>
    <message>
        <source>&amp;Keep Edits</source>
        <translation>Düzenlemeleri &amp;Sakla</translation>
    </message>
    <message>
        <source>&amp;Discard Edits</source>
        <translation>Düzenlemeleri &amp;At</translation>
    </message>
</context>
<context>
    <name>faultline::ui::MemoryView</name>
    <message>
        <source>Back</source>
        <translation>Geri</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Bellek</translation>
    </message>
    <message>
        <source>Go to address, register, module or function</source>
        <translation>Adrese, yazmaca, modüle ya da işleve git</translation>
    </message>
    <message>
        <source>Go to, such as rsp+20</source>
        <translation>Git, örneğin rsp+20</translation>
    </message>
    <message>
        <source>An address, a register, a module or a function, with + or - and a hexadecimal number. Empty goes to the stack pointer.</source>
        <translation>Bir adres, yazmaç, modül ya da işlev; + ya da - ile onaltılık bir sayı eklenebilir. Boş bırakılırsa yığın işaretçisine gidilir.</translation>
    </message>
    <message>
        <source>Pointers</source>
        <translation>İşaretçiler</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Baytlar</translation>
    </message>
    <message>
        <source>Words of 2 bytes</source>
        <translation>2 baytlık sözcükler</translation>
    </message>
    <message>
        <source>Words of 4 bytes</source>
        <translation>4 baytlık sözcükler</translation>
    </message>
    <message>
        <source>Words of 8 bytes</source>
        <translation>8 baytlık sözcükler</translation>
    </message>
    <message>
        <source>Show memory as: %1</source>
        <translation>Belleği göster: %1</translation>
    </message>
    <message>
        <source>Memory appears here when a native report is open.</source>
        <translation>Makine kodu raporu açıldığında bellek burada görünür.</translation>
    </message>
    <message>
        <source>Reading memory…</source>
        <translation>Bellek okunuyor…</translation>
    </message>
    <message>
        <source>“%1” is no address, register, module or function.</source>
        <translation>“%1” bir adres, yazmaç, modül ya da işlev değil.</translation>
    </message>
    <message>
        <source>The value of this register was not recovered for this frame.</source>
        <translation>Bu yazmacın bu çerçevedeki değeri bulunamadı.</translation>
    </message>
    <message>
        <source>This frame has no stack pointer. Go to an address to see its memory.</source>
        <translation>Bu çerçevenin yığın işaretçisi yok. Belleği görmek için bir adrese gidin.</translation>
    </message>
    <message>
        <source>Reports of this kind have no memory.</source>
        <translation>Bu tür raporlarda bellek bulunmaz.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see its memory.</source>
        <translation>Belleğini görmek için bir çerçeve seçin.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ModulesView</name>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Modules appear here when a report is open.</source>
        <translation>Bir rapor açıkken modüller burada görünür.</translation>
    </message>
    <message>
        <source>Reading modules…</source>
        <translation>Modüller okunuyor…</translation>
    </message>
    <message>
        <source>This file lists no modules.</source>
        <translation>Bu dosya modül listelemiyor.</translation>
    </message>
    <message>
        <source>No module is on a stack yet.</source>
        <translation>Henüz hiçbir yığında modül yok.</translation>
    </message>
    <message>
        <source>All modules are shown</source>
        <translation>Bütün modüller gösteriliyor</translation>
    </message>
    <message>
        <source>Hide unreferenced</source>
        <translation>Kullanılmayanları gizle</translation>
    </message>
    <message numerus="yes">
        <source>%n unreferenced module(s) hidden</source>
        <translation>
            <numerusform>%n kullanılmayan modül gizli</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Açıkla</translation>
    </message>
    <message>
        <source>Locate File…</source>
        <translation>Dosya Seç…</translation>
    </message>
    <message>
        <source>Copy Debug ID</source>
        <translation>Hata Ayıklama Kimliğini Kopyala</translation>
    </message>
    <message>
        <source>Copy Code ID</source>
        <translation>Kod Kimliğini Kopyala</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>Yolu Kopyala</translation>
    </message>
    <message>
        <source>This event names no scripts.</source>
        <translation>Bu olay hiçbir betiğin adını vermiyor.</translation>
    </message>
    <message>
        <source>This report names no mapping.</source>
        <translation>Bu rapor hiçbir eşlemenin adını vermiyor.</translation>
    </message>
    <message>
        <source>Inspect Debug File</source>
        <translation>Hata Ayıklama Dosyasını İncele</translation>
    </message>
    <message>
        <source>No file of this module is on this computer</source>
        <translation>Bu modülün hiçbir dosyası bu bilgisayarda değil</translation>
    </message>
</context>
<context>
    <name>faultline::ui::Palette</name>
    <message>
        <source>Where to go</source>
        <translation>Gidilecek yer</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palet</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>eylemler</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>işlevler</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>iş parçacıkları</translation>
    </message>
    <message>
        <source>line or address</source>
        <translation>satır ya da adres</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>modüller</translation>
    </message>
    <message>
        <source>reports</source>
        <translation>raporlar</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>ayarlar</translation>
    </message>
    <message>
        <source>Go to or do anything</source>
        <translation>Herhangi bir yere gidin ya da bir şey yapın</translation>
    </message>
    <message>
        <source>Go to a symbol, thread, module or report</source>
        <translation>Bir sembole, iş parçacığına, modüle ya da rapora gidin</translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n eşleşme</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Aranıyor…</translation>
    </message>
    <message>
        <source>Type what you look for.</source>
        <translation>Aradığınızı yazın.</translation>
    </message>
    <message>
        <source>Nothing is called “%1”.</source>
        <translation>“%1” adında bir şey yok.</translation>
    </message>
    <message>
        <source>go</source>
        <translation>git</translation>
    </message>
    <message numerus="yes">
        <source>more than %n match(es)</source>
        <translation>
            <numerusform>%n eşleşmeden fazla</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::PaletteHint</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ParallelView</name>
    <message>
        <source>Graph</source>
        <translation>Çizge</translation>
    </message>
    <message>
        <source>Icicle</source>
        <translation>Saçak</translation>
    </message>
    <message>
        <source>Find function</source>
        <translation>İşlev bul</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%%1</translation>
    </message>
    <message>
        <source>Zoom: %1 %</source>
        <translation>Yakınlaştırma: %%1</translation>
    </message>
    <message>
        <source>The stacks of all threads appear here when a report is open.</source>
        <translation>Bir rapor açıkken tüm iş parçacıklarının yığınları burada görünür.</translation>
    </message>
    <message>
        <source>Merging stacks…</source>
        <translation>Yığınlar birleştiriliyor…</translation>
    </message>
    <message>
        <source>No thread of this report has a stack.</source>
        <translation>Bu raporun hiçbir iş parçacığının yığını yok.</translation>
    </message>
    <message>
        <source>No function contains “%1”</source>
        <translation>Hiçbir işlev “%1” içermiyor</translation>
    </message>
    <message numerus="yes">
        <source>%n box(es)</source>
        <translation>
            <numerusform>%n kutu</numerusform>
        </translation>
    </message>
    <message>
        <source>#%1 %2</source>
        <translation>#%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n tane daha</numerusform>
        </translation>
    </message>
    <message>
        <source>External code folded</source>
        <translation>Dış kod katlandı</translation>
    </message>
    <message>
        <source>External code shown</source>
        <translation>Dış kod gösteriliyor</translation>
    </message>
    <message>
        <source>This file lists no threads.</source>
        <translation>Bu dosya iş parçacığı listelemiyor.</translation>
    </message>
    <message>
        <source>All threads › %1</source>
        <extracomment>leads from the stacks through a function back to those of all threads</extracomment>
        <translation>Tüm iş parçacıkları › %1</translation>
    </message>
    <message>
        <source>Show the stacks of all threads</source>
        <translation>Tüm iş parçacıklarının yığınlarını göster</translation>
    </message>
    <message>
        <source>Focus on Function</source>
        <translation>İşleve Odaklan</translation>
    </message>
    <message>
        <source>Merge Function</source>
        <translation>İşlevi Birleştir</translation>
    </message>
    <message>
        <source>Collapse Function</source>
        <translation>İşlevi Daralt</translation>
    </message>
    <message>
        <source>Collapse Library</source>
        <translation>Kitaplığı Daralt</translation>
    </message>
    <message>
        <source>Zoom In</source>
        <translation>Yakınlaştır</translation>
    </message>
    <message>
        <source>One Step Back</source>
        <translation>Bir Adım Geri</translation>
    </message>
    <message>
        <source>only %1</source>
        <extracomment>a step of an icicle: the stacks of one function</extracomment>
        <translation>yalnızca %1</translation>
    </message>
    <message>
        <source>without %1</source>
        <extracomment>a step of an icicle: a function that is left out</extracomment>
        <translation>%1 olmadan</translation>
    </message>
    <message>
        <source>%1 collapsed</source>
        <extracomment>a step of an icicle: a function without what it calls</extracomment>
        <translation>%1 daraltıldı</translation>
    </message>
</context>
<context>
    <name>faultline::ui::PartsPage</name>
    <message>
        <source>Open</source>
        <translation>Aç</translation>
    </message>
    <message>
        <source>Crash files</source>
        <translation>Çökme dosyaları</translation>
    </message>
    <message>
        <source>Open the selected crash files</source>
        <translation>Seçili çökme dosyalarını aç</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; holds %2. Which do you want to open?</source>
        <extracomment>%1 is a file&apos;s name</extracomment>
        <translation>&lt;b&gt;%1&lt;/b&gt;: %2. Hangisini açmak istersiniz?</translation>
    </message>
    <message>
        <source>Open All</source>
        <translation>Tümünü Aç</translation>
    </message>
    <message>
        <source>Open all crash files</source>
        <translation>Tüm çökme dosyalarını aç</translation>
    </message>
    <message numerus="yes">
        <source>%n crash(es)</source>
        <translation>
            <numerusform>%n çökme</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::PathMappingsDialog</name>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Ekle</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Kaldır</translation>
    </message>
    <message>
        <source>Path Mappings</source>
        <translation>Yol Eşlemeleri</translation>
    </message>
    <message>
        <source>Source files of a build are looked for in these folders. Of several that fit, the longest one counts.</source>
        <translation>Bir derlemenin kaynak dosyaları bu klasörlerde aranır. Uyan birkaç klasörden en uzunu geçerlidir.</translation>
    </message>
    <message>
        <source>Path mappings</source>
        <translation>Yol eşlemeleri</translation>
    </message>
    <message>
        <source>Folder of the build</source>
        <translation>Derlemenin klasörü</translation>
    </message>
    <message>
        <source>Folder on this computer</source>
        <translation>Bu bilgisayardaki klasör</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Gözat…</translation>
    </message>
    <message>
        <source>Source files of the report</source>
        <translation>Raporun kaynak dosyaları</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Kaydet</translation>
    </message>
    <message>
        <source>Folder on This Computer</source>
        <translation>Bu Bilgisayardaki Klasör</translation>
    </message>
    <message>
        <source>Open a report to see what becomes of its source files.</source>
        <translation>Kaynak dosyalarının ne olduğunu görmek için bir rapor açın.</translation>
    </message>
    <message numerus="yes">
        <source>%n source file(s) of the open stack:</source>
        <translation>
            <numerusform>Açık yığının %n kaynak dosyası:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::Preferences</name>
    <message>
        <source>A whole number from %1 to %2</source>
        <translation>%1 ile %2 arasında bir tam sayı</translation>
    </message>
    <message>
        <source>An address such as http://proxy.example.org:3128</source>
        <translation>http://proxy.example.org:3128 gibi bir adres</translation>
    </message>
    <message>
        <source>No name and no password: this file is not safe for them</source>
        <translation>Ad ve parola olmadan: bu dosya onlar için güvenli değil</translation>
    </message>
    <message>
        <source>The whole path of a file</source>
        <translation>Bir dosyanın tam yolu</translation>
    </message>
    <message>
        <source>The whole path of a folder</source>
        <translation>Bir klasörün tam yolu</translation>
    </message>
    <message>
        <source>There is no such file</source>
        <translation>Böyle bir dosya yok</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RawView</name>
    <message>
        <source>Streams</source>
        <translation>Akışlar</translation>
    </message>
    <message>
        <source>Bytes of the stream</source>
        <translation>Akışın baytları</translation>
    </message>
    <message numerus="yes">
        <source>%n stream(s)</source>
        <translation>
            <numerusform>%n akış</numerusform>
        </translation>
    </message>
    <message>
        <source>The streams of a minidump appear here when a report is open.</source>
        <translation>Bir rapor açıkken minidump akışları burada görünür.</translation>
    </message>
    <message>
        <source>Reading streams…</source>
        <translation>Akışlar okunuyor…</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>The bytes of %1 lie outside the file.</source>
        <translation>%1 akışının baytları dosyanın dışında kalıyor.</translation>
    </message>
    <message>
        <source>%1 has no bytes.</source>
        <translation>%1 akışının baytı yok.</translation>
    </message>
    <message>
        <source>No streams of this file are known.</source>
        <translation>Bu dosyanın bilinen bir akışı yok.</translation>
    </message>
    <message>
        <source>Fields of the stream</source>
        <translation>Akışın alanları</translation>
    </message>
    <message>
        <source>Reading the stream…</source>
        <translation>Akış okunuyor…</translation>
    </message>
    <message>
        <source>The environment of the process may hold secrets, so it is not shown.</source>
        <translation>Sürecin ortamı gizli bilgiler içerebilir; bu yüzden gösterilmiyor.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>There are more fields than are shown.</source>
        <translation>Gösterilenden daha çok alan var.</translation>
    </message>
    <message>
        <source>The bytes end before the last field.</source>
        <translation>Baytlar son alandan önce bitiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RegionsView</name>
    <message>
        <source>Memory map</source>
        <translation>Bellek haritası</translation>
    </message>
    <message numerus="yes">
        <source>%n region(s), %1 of them in the dump</source>
        <translation>
            <numerusform>%n bölge, bunların %1 kadarı dökümde</numerusform>
        </translation>
    </message>
    <message>
        <source>the file has no list of regions, so only modules and stacks are known</source>
        <translation>dosyada bölge listesi yok; yalnız modüller ve yığınlar biliniyor</translation>
    </message>
    <message>
        <source>The memory map appears here when a native report is open.</source>
        <translation>Makine kodu raporu açıldığında bellek haritası burada görünür.</translation>
    </message>
    <message>
        <source>This file says nothing about the address space.</source>
        <translation>Bu dosya adres uzayı hakkında bir şey söylemiyor.</translation>
    </message>
    <message>
        <source>Reports of this kind have no memory.</source>
        <translation>Bu tür raporlarda bellek bulunmaz.</translation>
    </message>
    <message>
        <source>Reading regions…</source>
        <translation>Bölgeler okunuyor…</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RegistersView</name>
    <message>
        <source>Registers</source>
        <translation>Yazmaçlar</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>Registers appear here when a native report is open.</source>
        <translation>Bir yerel kod raporu açıkken yazmaçlar burada görünür.</translation>
    </message>
    <message>
        <source>Reading registers…</source>
        <translation>Yazmaçlar okunuyor…</translation>
    </message>
    <message>
        <source>No registers are known for frame %1.</source>
        <translation>%1 numaralı çerçevenin yazmaçları bilinmiyor.</translation>
    </message>
    <message>
        <source>This thread was saved without registers.</source>
        <translation>Bu iş parçacığı yazmaçları olmadan kaydedilmiş.</translation>
    </message>
    <message>
        <source>%1 · ◆ changed since the caller</source>
        <extracomment>%1 is &quot;frame 0&quot;; the diamond is the mark of a row</extracomment>
        <translation>%1 · ◆ çağırandan bu yana değişti</translation>
    </message>
    <message>
        <source>Frames of scripts and the JVM have no registers.</source>
        <translation>Betiklerin ve JVM’nin çerçevelerinde yazmaç yoktur.</translation>
    </message>
    <message>
        <source>Show in Memory</source>
        <translation>Bellekte Göster</translation>
    </message>
    <message>
        <source>Go to Code</source>
        <translation>Koda Git</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportPage</name>
    <message>
        <source>Open another file…</source>
        <translation>Başka dosya aç…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Inspect as debug file</source>
        <translation>Hata ayıklama dosyası olarak incele</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 artık yerinde değil.</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Bul…</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportSession</name>
    <message>
        <source>%1 is damaged and cannot be read.</source>
        <translation>%1 hasarlı ve okunamıyor.</translation>
    </message>
    <message>
        <source>%1 is no kind of crash file that Faultline knows.</source>
        <translation>%1, Faultline&apos;ın tanıdığı bir çökme dosyası değil.</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 orada değil.</translation>
    </message>
    <message>
        <source>%1 may not be read.</source>
        <translation>%1 okunamıyor: izin yok.</translation>
    </message>
    <message>
        <source>Opening %1 was cancelled.</source>
        <translation>%1 dosyasının açılması durduruldu.</translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation>%1 açılamadı.</translation>
    </message>
    <message>
        <source>Stopped by you. The stack shows what was known until then.</source>
        <translation>Siz durdurdunuz. Yığın, o ana dek bilinenleri gösteriyor.</translation>
    </message>
    <message>
        <source>The file you chose for %1 is of another build. Its names are guesses.</source>
        <translation>%1 için seçtiğiniz dosya başka bir derlemeden. Adları tahmindir.</translation>
    </message>
    <message>
        <source>The file is damaged or cut off. %1</source>
        <translation>Dosya hasarlı veya eksik. %1</translation>
    </message>
    <message numerus="yes">
        <source>(%n more)</source>
        <translation>
            <numerusform>(%n tane daha)</numerusform>
        </translation>
    </message>
    <message>
        <source>The stack shows only what this machine knows. %1</source>
        <translation>Yığın yalnızca bu makinenin bildiklerini gösteriyor. %1</translation>
    </message>
    <message>
        <source>Threads of this report wait for each other.</source>
        <translation>Bu raporun iş parçacıkları birbirini bekliyor.</translation>
    </message>
    <message>
        <source>A thread of this report waits for a lock that it holds.</source>
        <translation>Bu raporun bir iş parçacığı kendi tuttuğu bir kilidi bekliyor.</translation>
    </message>
    <message>
        <source>Threads of this report may wait for each other.</source>
        <translation>Bu raporun iş parçacıkları birbirini bekliyor olabilir.</translation>
    </message>
    <message>
        <source>A thread waits for a lock of a thread that has ended.</source>
        <translation>Bir iş parçacığı, sona ermiş bir iş parçacığının kilidini bekliyor.</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>%1 is a file, %2 a crash in it</extracomment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ReportView</name>
    <message>
        <source>Open…</source>
        <translation>Aç…</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RowDelegate</name>
    <message>
        <source>or</source>
        <translation>ya da</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RowView</name>
    <message>
        <source>Copy Rows</source>
        <translation>Satırları Kopyala</translation>
    </message>
    <message>
        <source>Copy “%1”</source>
        <translation>“%1” Kopyala</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Farklı Kopyala</translation>
    </message>
    <message>
        <source>Rows as CSV</source>
        <translation>Satırlar, CSV</translation>
    </message>
    <message>
        <source>Whole Table</source>
        <translation>Tüm Tablo</translation>
    </message>
    <message>
        <source>Whole Table as CSV</source>
        <translation>Tüm Tablo, CSV</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Sütunlar</translation>
    </message>
    <message>
        <source>Filter by This</source>
        <translation>Buna Göre Süz</translation>
    </message>
    <message>
        <source>Exclude This</source>
        <translation>Bunu Dışla</translation>
    </message>
    <message>
        <source>Filter…</source>
        <translation>Süz…</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RulesPage</name>
    <message>
        <source>Start</source>
        <translation>Başlangıç</translation>
    </message>
    <message>
        <source>Irrelevant</source>
        <translation>İlgisiz</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>Önek</translation>
    </message>
    <message>
        <source>Line numbers</source>
        <translation>Satır numaraları</translation>
    </message>
    <message>
        <source>Frame rules</source>
        <translation>Çerçeve kuralları</translation>
    </message>
    <message>
        <source>Exact names. The signature starts at the first frame that equals one.</source>
        <translation>Tam adlar. İmza, bunlardan birine eşit olan ilk çerçevede başlar.</translation>
    </message>
    <message>
        <source>Regular expressions of frames that are passed over.</source>
        <translation>Atlanan çerçevelerin düzenli ifadeleri.</translation>
    </message>
    <message>
        <source>Regular expressions of frames after which the signature goes on.</source>
        <translation>İmzanın ardından sürdüğü çerçevelerin düzenli ifadeleri.</translation>
    </message>
    <message>
        <source>Regular expressions of functions that are named with their line.</source>
        <translation>Satırıyla adlandırılan işlevlerin düzenli ifadeleri.</translation>
    </message>
    <message>
        <source>Which frames belong to the program (+app, -app) or to no signature (-group), such as: stack.function:boost::* -group</source>
        <translation>Hangi çerçeveler programındır (+app, -app), hangileri hiçbir imzada olmaz (-group), örneğin: stack.function:boost::* -group</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Vazgeç</translation>
    </message>
    <message>
        <source>Former rules</source>
        <translation>Önceki kurallar</translation>
    </message>
    <message>
        <source>Sign again</source>
        <translation>Yeniden imzala</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>Kendi</translation>
    </message>
    <message>
        <source>Shipped</source>
        <translation>Hazır</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Ne değişirdi</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Önce ve sonra</translation>
    </message>
    <message>
        <source>Takes the rules that are in force</source>
        <translation>Yürürlükteki kuralları alır</translation>
    </message>
    <message>
        <source>Puts the rules before the last change in force again</source>
        <translation>Son değişiklikten önceki kuralları yeniden yürürlüğe koyar</translation>
    </message>
    <message>
        <source>Lists of rules</source>
        <translation>Kural listeleri</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Kurallar</translation>
    </message>
    <message>
        <source>Groups that would change</source>
        <translation>Değişecek gruplar</translation>
    </message>
    <message>
        <source>Frames of the open report</source>
        <translation>Açık raporun çerçeveleri</translation>
    </message>
    <message>
        <source>Shipped rules, read only</source>
        <translation>Hazır kurallar, salt okunur</translation>
    </message>
    <message>
        <source>Own rules</source>
        <translation>Kendi kuralları</translation>
    </message>
    <message>
        <source>No rules of your own in this list. One entry a line, # begins a comment, #- and an entry takes a shipped one away.</source>
        <translation>Bu listede kendi kuralınız yok. Her satırda bir girdi; # yorum başlatır, #- ve bir girdi hazır olanı kaldırır.</translation>
    </message>
    <message>
        <source>Open a library to see what would move</source>
        <translation>Neyin taşınacağını görmek için bir kitaplık açın</translation>
    </message>
    <message>
        <source>Checking the library…</source>
        <translation>Kitaplık denetleniyor…</translation>
    </message>
    <message numerus="yes">
        <source>Checking %Ln report(s)…</source>
        <translation>
            <numerusform>%Ln rapor denetleniyor…</numerusform>
        </translation>
    </message>
    <message>
        <source>Signing the reports again…</source>
        <translation>Raporlar yeniden imzalanıyor…</translation>
    </message>
    <message>
        <source>The rules cannot be used like this</source>
        <translation>Kurallar bu haliyle kullanılamaz</translation>
    </message>
    <message>
        <source>No report moves</source>
        <translation>Hiçbir rapor taşınmıyor</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) move</source>
        <translation>
            <numerusform>%Ln rapor taşınıyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln signature(s) join groups</source>
        <translation>
            <numerusform>%Ln imza grupları birleştiriyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln group(s) split</source>
        <translation>
            <numerusform>%Ln grup bölünüyor</numerusform>
        </translation>
    </message>
    <message>
        <source>lines that are no rules are left out</source>
        <translation>kural olmayan satırlar dışarıda kalır</translation>
    </message>
    <message numerus="yes">
        <source>%Ln report(s) cannot be signed again</source>
        <translation>
            <numerusform>%Ln rapor yeniden imzalanamaz</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing changes in the library before you sign again</source>
        <translation>yeniden imzalamadan kitaplıkta bir şey değişmez</translation>
    </message>
    <message>
        <source>these rules are in force</source>
        <translation>bu kurallar yürürlükte</translation>
    </message>
    <message>
        <source>Reading the rules…</source>
        <translation>Kurallar okunuyor…</translation>
    </message>
    <message>
        <source>The rules cannot be read.</source>
        <translation>Kurallar okunamıyor.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Grouping rules</source>
        <translation>Gruplama kuralları</translation>
    </message>
    <message numerus="yes">
        <source>Sign %Ln report(s) again</source>
        <translation>
            <numerusform>%Ln raporu yeniden imzala</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep rules</source>
        <translation>Kuralları sakla</translation>
    </message>
    <message>
        <source>Go to line</source>
        <translation>Satıra git</translation>
    </message>
    <message>
        <source>Open a library to see what would move.</source>
        <translation>Neyin taşınacağını görmek için bir kitaplık açın.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Denetleniyor…</translation>
    </message>
    <message>
        <source>It is not known what would move.</source>
        <translation>Neyin taşınacağı bilinmiyor.</translation>
    </message>
    <message>
        <source>No report moves.</source>
        <translation>Hiçbir rapor taşınmıyor.</translation>
    </message>
    <message>
        <source>old signatures stay as other names of the groups</source>
        <translation>eski imzalar grupların başka adları olarak kalır</translation>
    </message>
    <message>
        <source>No frame of the open report counts.</source>
        <translation>Açık raporun hiçbir çerçevesi sayılmıyor.</translation>
    </message>
    <message>
        <source>Open a report to see what becomes of its frames.</source>
        <translation>Çerçevelerinin ne olduğunu görmek için bir rapor açın.</translation>
    </message>
    <message>
        <source>Now: %1
Then: %2</source>
        <extracomment>the signature by the rules in force, and by the edited ones</extracomment>
        <translation>Şimdi: %1
Sonra: %2</translation>
    </message>
    <message>
        <source>edits of the last time, which were not signed</source>
        <translation>son seferden kalan, imzalanmamış düzenlemeler</translation>
    </message>
    <message>
        <source>Lines that are no rules are left out. They stay on this page.</source>
        <translation>Kural olmayan satırlar dışarıda bırakılır. Bu sayfada kalırlar.</translation>
    </message>
    <message>
        <source>%1, line %2: %3. It is left out, the others count.</source>
        <extracomment>name of a list, number of a line, what is wrong</extracomment>
        <translation>%1, satır %2: %3. Bu satır dışarıda bırakılır, ötekiler geçerlidir.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::RulesSession</name>
    <message numerus="yes">
        <source>%Ln report(s) moved</source>
        <translation>
            <numerusform>%Ln rapor taşındı</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::SearchView</name>
    <message>
        <source>Search</source>
        <translation>Ara</translation>
    </message>
    <message>
        <source>Places in memory</source>
        <translation>Bellekteki yerler</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Metin</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Baytlar</translation>
    </message>
    <message>
        <source>Pointer</source>
        <translation>İşaretçi</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>Aranan</translation>
    </message>
    <message>
        <source>Text, bytes or pointer</source>
        <translation>Metin, bayt ya da işaretçi</translation>
    </message>
    <message>
        <source>In UTF-8 and UTF-16</source>
        <translation>UTF-8 ve UTF-16 olarak</translation>
    </message>
    <message>
        <source>Such as de ad be ef</source>
        <translation>Örneğin de ad be ef</translation>
    </message>
    <message>
        <source>A hexadecimal address</source>
        <translation>Onaltılı bir adres</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Durdur</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s), there may be more; %1 were searched</source>
        <translation>
            <numerusform>%n yer, başkaları da olabilir; %1 arandı</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) in %1 of the dump</source>
        <translation>
            <numerusform>Dökümün %1 kadarında %n yer</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory can be searched when a native report is open.</source>
        <translation>Yerel bir rapor açıkken bellekte arama yapılabilir.</translation>
    </message>
    <message>
        <source>Searching the dump…</source>
        <translation>Dökümde aranıyor…</translation>
    </message>
    <message>
        <source>“%1” is not in the dump&apos;s memory.</source>
        <translation>“%1” dökümün belleğinde yok.</translation>
    </message>
    <message>
        <source>“%1” is no such value.</source>
        <translation>“%1” böyle bir değer değil.</translation>
    </message>
    <message>
        <source>This file has no memory that could be searched.</source>
        <translation>Bu dosyada aranabilecek bellek yok.</translation>
    </message>
    <message>
        <source>Reports of this kind have no memory.</source>
        <translation>Bu tür raporların belleği yok.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Arama durduruldu.</translation>
    </message>
    <message>
        <source>Places in the dump&apos;s memory appear here.</source>
        <translation>Dökümün belleğindeki yerler burada görünür.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerDialog</name>
    <message>
        <source>The server of this &amp;computer</source>
        <translation>Bu &amp;bilgisayarın sunucusu</translation>
    </message>
    <message>
        <source>&amp;Another server</source>
        <translation>Başk&amp;a bir sunucu</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Göster</translation>
    </message>
    <message>
        <source>Which Server</source>
        <translation>Hangi Sunucu</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>Sunucunun adresi</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Belirteç</translation>
    </message>
    <message>
        <source>only if the server wants one; kept until the window ends</source>
        <translation>yalnız sunucu isterse; pencere kapanana dek tutulur</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>İptal</translation>
    </message>
    <message>
        <source>Its status is asked every two seconds while the page is in front. The server needs status_page: true.</source>
        <translation>Sayfa öndeyken durumu iki saniyede bir sorulur. Sunucuda status_page: true olmalıdır.</translation>
    </message>
    <message>
        <source>An address begins with http:// or https:// and has neither a user nor a password.</source>
        <translation>Bir adres http:// ya da https:// ile başlar; kullanıcı da parola da içermez.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerHosts</name>
    <message>
        <source>Try again now</source>
        <translation>Şimdi yeniden dene</translation>
    </message>
    <message>
        <source>Try %1 again now</source>
        <translation>%1 için şimdi yeniden dene</translation>
    </message>
    <message>
        <source>Every host is asked.</source>
        <translation>Her ana bilgisayara soruluyor.</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>ve %Ln tane daha</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerModules</name>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Kapat</translation>
    </message>
    <message>
        <source>Modules of the request</source>
        <translation>İsteğin modülleri</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>Neler denendi</translation>
    </message>
    <message>
        <source>Close the modules of the request</source>
        <translation>İsteğin modüllerini kapat</translation>
    </message>
    <message>
        <source>Modules of %1</source>
        <extracomment>the id of a request</extracomment>
        <translation>%1 isteğinin modülleri</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Okunuyor…</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerPage</name>
    <message>
        <source>Requests</source>
        <translation>İstekler</translation>
    </message>
    <message>
        <source>By endpoint</source>
        <translation>Uç noktaya göre</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>Önbellekler</translation>
    </message>
    <message>
        <source>Clean</source>
        <translation>Temizle</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Kaynaklar</translation>
    </message>
    <message>
        <source>Deny list</source>
        <translation>Engel listesi</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Tarayıcıda aç</translation>
    </message>
    <message>
        <source>Reload config</source>
        <translation>Yapılandırmayı yenile</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Boşalt</translation>
    </message>
    <message>
        <source>Lets balancers send no more requests; everything else goes on</source>
        <translation>Dengeleyiciler artık istek göndermez; başka her şey sürer</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Durdur</translation>
    </message>
    <message>
        <source>Other server…</source>
        <translation>Başka sunucu…</translation>
    </message>
    <message>
        <source>Requests by endpoint</source>
        <translation>Uç noktaya göre istekler</translation>
    </message>
    <message>
        <source>Filter requests</source>
        <translation>İstekleri süz</translation>
    </message>
    <message>
        <source>Request id or scope</source>
        <translation>İstek kimliği ya da kapsam</translation>
    </message>
    <message>
        <source>Kinds of cached files</source>
        <translation>Önbellekteki dosya türleri</translation>
    </message>
    <message>
        <source>Removes what expired, is damaged or over the limit</source>
        <translation>Süresi dolanları, hasarlıları ve sınırı aşanları kaldırır</translation>
    </message>
    <message>
        <source>Log of the server</source>
        <translation>Sunucunun günlüğü</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Günlük</translation>
    </message>
    <message>
        <source>200 newest lines · secrets are hidden</source>
        <translation>en yeni 200 satır · gizli bilgiler saklı</translation>
    </message>
    <message>
        <source>Sources of the server</source>
        <translation>Sunucunun kaynakları</translation>
    </message>
    <message>
        <source>The server&apos;s process</source>
        <translation>Sunucunun süreci</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Süreç</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Başlat</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>The server is not running</source>
        <translation>Sunucu çalışmıyor</translation>
    </message>
    <message>
        <source>The server of this computer ends with this window.</source>
        <translation>Bu bilgisayarın sunucusu bu pencereyle birlikte sona erer.</translation>
    </message>
    <message>
        <source>Configuration: %1</source>
        <extracomment>the path of a file</extracomment>
        <translation>Yapılandırma: %1</translation>
    </message>
    <message>
        <source>The server is starting…</source>
        <translation>Sunucu başlıyor…</translation>
    </message>
    <message>
        <source>The server has ended by itself</source>
        <translation>Sunucu kendiliğinden sona erdi</translation>
    </message>
    <message>
        <source>The server has ended by itself.</source>
        <translation>Sunucu kendiliğinden sona erdi.</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>Sunucuya soruluyor…</translation>
    </message>
    <message>
        <source>This server can be controlled only from its own machine, or with a token.</source>
        <translation>Bu sunucu yalnız kendi makinesinden ya da bir belirteçle yönetilebilir.</translation>
    </message>
    <message>
        <source>Reads the configuration again; running requests go on</source>
        <translation>Yapılandırmayı yeniden okur; çalışan istekler sürer</translation>
    </message>
    <message>
        <source>requests name their own</source>
        <translation>istekler kendilerininkini belirtir</translation>
    </message>
    <message numerus="yes">
        <source>%Ln host(s)</source>
        <translation>
            <numerusform>%Ln ana bilgisayar</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Kapat</translation>
    </message>
    <message>
        <source>Modules of this request</source>
        <translation>Bu isteğin modülleri</translation>
    </message>
    <message>
        <source>The server keeps nothing of the modules of this request</source>
        <translation>Sunucu bu isteğin modülleri hakkında bir şey tutmuyor</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ServerSession</name>
    <message>
        <source>The server did not do it: %1</source>
        <translation>Sunucu bunu yapmadı: %1</translation>
    </message>
    <message>
        <source>what is shown is from %1  ·  %2</source>
        <extracomment>a time, and an address</extracomment>
        <translation>gösterilenler %1 tarihli  ·  %2</translation>
    </message>
    <message>
        <source>No frame of this request needed a module.</source>
        <translation>Bu isteğin hiçbir çerçevesi bir modüle gerek duymadı.</translation>
    </message>
    <message>
        <source>The server has forgotten what became of the modules of this request.</source>
        <translation>Sunucu bu isteğin modüllerine ne olduğunu unutmuş.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SetUpPanel</name>
    <message>
        <source>Set up symbols</source>
        <translation>Sembolleri ayarla</translation>
    </message>
    <message>
        <source>Your build folder</source>
        <translation>Derleme klasörünüz</translation>
    </message>
    <message>
        <source>Your symbol server</source>
        <translation>Sembol sunucunuz</translation>
    </message>
    <message>
        <source>debuginfod of your distribution</source>
        <translation>Dağıtımınızın debuginfod sunucusu</translation>
    </message>
    <message>
        <source>Microsoft symbols</source>
        <translation>Microsoft sembolleri</translation>
    </message>
    <message>
        <source>Folder of debug files</source>
        <translation>Hata ayıklama dosyalarının klasörü</translation>
    </message>
    <message>
        <source>symstore, S3, GCS or debuginfod</source>
        <translation>symstore, S3, GCS ya da debuginfod</translation>
    </message>
    <message>
        <source>is sent build ids only</source>
        <translation>yalnız derleme kimlikleri gönderilir</translation>
    </message>
    <message>
        <source>is sent file names and build ids</source>
        <translation>dosya adları ve derleme kimlikleri gönderilir</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>A server is sent the file name and build id of each module it is asked for, nothing else.</source>
        <translation>Bir sunucuya, sorulan her modülün dosya adı ve derleme kimliği gönderilir; başka hiçbir şey gönderilmez.</translation>
    </message>
    <message>
        <source>Nothing contacts a network until you switch a server on.</source>
        <translation>Siz bir sunucuyu açana kadar hiçbir ağa bağlanılmaz.</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Ekle…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Değiştir…</translation>
    </message>
    <message>
        <source>builds and debug files</source>
        <translation>derlemeler ve hata ayıklama dosyaları</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SettingsForm</name>
    <message>
        <source>changed</source>
        <translation>değişti</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Değiştir…</translation>
    </message>
    <message>
        <source>Change: %1</source>
        <extracomment>the label of a setting</extracomment>
        <translation>Değiştir: %1</translation>
    </message>
    <message>
        <source>Reset to %1</source>
        <extracomment>%1 is the usual value of a setting</extracomment>
        <translation>%1 değerine dön</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Geri al</translation>
    </message>
    <message>
        <source>Reset: %1</source>
        <extracomment>%1 is the label of a setting</extracomment>
        <translation>Geri al: %1</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SettingsPage</name>
    <message>
        <source>Symbols</source>
        <translation>Semboller</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Pencere</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Program</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Ayarlarda ara</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>Ayarların bölümleri</translation>
    </message>
    <message>
        <source>No setting contains “%1”.</source>
        <translation>“%1” içeren bir ayar yok.</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>Aramayı temizle</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SettingsSection</name>
    <message>
        <source>Every change counts at once.</source>
        <translation>Her değişiklik hemen geçerlidir.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Kısayollar</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceEditor</name>
    <message>
        <source>%1, line %2</source>
        <translation>%1, satır %2</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourcePanel</name>
    <message>
        <source>Back</source>
        <translation>Geri</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Ad</translation>
    </message>
    <message>
        <source>Folder, address or bucket</source>
        <translation>Klasör, adres ya da kova</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Seç…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Klasör</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bölge</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Uç nokta</translation>
    </message>
    <message>
        <source>Only paths</source>
        <translation>Yalnız yollar</translation>
    </message>
    <message>
        <source>Set…</source>
        <translation>Gir…</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Unut</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Sına</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Çoğalt</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Kaldır</translation>
    </message>
    <message>
        <source>Back to the list of sources</source>
        <translation>Kaynak listesine dön</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Klasör seç</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Düzen</translation>
    </message>
    <message>
        <source>Letters of paths</source>
        <translation>Yolların harfleri</translation>
    </message>
    <message>
        <source>as the layout has them</source>
        <translation>düzendeki gibi</translation>
    </message>
    <message>
        <source>lower case</source>
        <translation>küçük harf</translation>
    </message>
    <message>
        <source>upper case</source>
        <translation>büyük harf</translation>
    </message>
    <message>
        <source>all, or for example */libscene*</source>
        <translation>hepsi ya da örneğin */libscene*</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Yer</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Harfler</translation>
    </message>
    <message>
        <source>Files: %1</source>
        <extracomment>a kind of files, such as ELF</extracomment>
        <translation>Dosyalar: %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dosyalar</translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation>Kimlik bilgileri</translation>
    </message>
    <message>
        <source>Set the credentials of this source</source>
        <translation>Bu kaynağın kimlik bilgilerini gir</translation>
    </message>
    <message>
        <source>Forget the credentials of this source</source>
        <translation>Bu kaynağın kimlik bilgilerini unut</translation>
    </message>
    <message>
        <source>Any: a build folder, searched by id</source>
        <translation>Herhangi: kimlikle aranan bir derleme klasörü</translation>
    </message>
    <message>
        <source>debuginfod (build-id paths)</source>
        <translation>debuginfod (build-id yolları)</translation>
    </message>
    <message>
        <source>Microsoft symbol store</source>
        <translation>Microsoft sembol deposu</translation>
    </message>
    <message>
        <source>Microsoft symbol store, two-level index</source>
        <translation>Microsoft sembol deposu, iki düzeyli dizin</translation>
    </message>
    <message>
        <source>SSQP</source>
        <translation>SSQP</translation>
    </message>
    <message>
        <source>Native (per platform)</source>
        <translation>Yerel (platforma göre)</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>Birleşik</translation>
    </message>
    <message>
        <source>Slash symbols</source>
        <translation>Eğik çizgili semboller</translation>
    </message>
    <message>
        <source>the whole bucket</source>
        <translation>tüm kova</translation>
    </message>
    <message>
        <source>the provider&apos;s own</source>
        <translation>sağlayıcının kendisi</translation>
    </message>
    <message>
        <source>nothing is sent but what is asked for</source>
        <translation>sorulandan başka bir şey gönderilmez</translation>
    </message>
    <message>
        <source>%1, never shown again</source>
        <translation>%1, bir daha gösterilmez</translation>
    </message>
    <message>
        <source>Replace…</source>
        <translation>Değiştir…</translation>
    </message>
    <message>
        <source>Test again</source>
        <translation>Yeniden sına</translation>
    </message>
    <message>
        <source>One question for a file that no build has: it shows whether the source answers.</source>
        <translation>Hiçbir derlemede bulunmayan bir dosya sorulur: kaynağın yanıt verip vermediğini gösterir.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>açık</translation>
    </message>
    <message>
        <source>off</source>
        <translation>kapalı</translation>
    </message>
    <message>
        <source>New source</source>
        <translation>Yeni kaynak</translation>
    </message>
    <message>
        <source>from config.yml</source>
        <translation>config.yml dosyasından</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Kapat</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Aç</translation>
    </message>
    <message>
        <source>It comes from config.yml, change it there</source>
        <translation>config.yml dosyasından gelir, orada değiştirin</translation>
    </message>
    <message>
        <source>Files are read where they are and matched by their ids.</source>
        <translation>Dosyalar bulundukları yerde okunur ve kimlikleriyle eşleştirilir.</translation>
    </message>
    <message>
        <source>The server is sent the file name and build id of each module that a report needs, nothing else.</source>
        <translation>Sunucuya, raporun gerektirdiği her modülün dosya adı ve derleme kimliği gönderilir, başka bir şey gönderilmez.</translation>
    </message>
    <message>
        <source>Folder of Debug Files</source>
        <translation>Hata Ayıklama Dosyalarının Klasörü</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceStrip</name>
    <message>
        <source>%1, context only</source>
        <translation>%1, yalnızca çevresi</translation>
    </message>
    <message>
        <source>✓ checksum</source>
        <translation>✓ sağlama</translation>
    </message>
    <message>
        <source>▲ file differs from the build&apos;s source</source>
        <translation>▲ dosya, derlemenin kaynağından farklı</translation>
    </message>
    <message>
        <source>checksum matches</source>
        <translation>sağlama uyuyor</translation>
    </message>
    <message>
        <source>file differs from the build&apos;s source</source>
        <translation>dosya, derlemenin kaynağından farklı</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Bağlantıyı kopyala</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>Düzenleyicide aç</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourceView</name>
    <message>
        <source>Source lines appear here when a report is open.</source>
        <translation>Bir rapor açıkken kaynak satırları burada görünür.</translation>
    </message>
    <message>
        <source>Looking for &lt;b&gt;%1&lt;/b&gt;…</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; aranıyor…</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see its source.</source>
        <translation>Kaynağını görmek için bir çerçeve seçin.</translation>
    </message>
    <message>
        <source>No line information for %1: it lies in no module.</source>
        <translation>Satır bilgisi yok (%1): hiçbir modülde değil.</translation>
    </message>
    <message>
        <source>Locate debug file…</source>
        <translation>Hata ayıklama dosyası seç…</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Neden?</translation>
    </message>
    <message>
        <source>No line information for %1: no debug file for &lt;b&gt;%2&lt;/b&gt; was found.</source>
        <translation>Satır bilgisi yok (%1): &lt;b&gt;%2&lt;/b&gt; için hata ayıklama dosyası bulunamadı.</translation>
    </message>
    <message>
        <source>No line information for %1: the files for &lt;b&gt;%2&lt;/b&gt; do not tell.</source>
        <translation>Satır bilgisi yok (%1): &lt;b&gt;%2&lt;/b&gt; dosyaları bunu söylemiyor.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Allow %1</source>
        <translation>%1 için izin ver</translation>
    </message>
    <message>
        <source>The text of &lt;b&gt;%1&lt;/b&gt; can be downloaded from %2. Nothing was sent to it yet.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; metni %2 adresinden indirilebilir. Oraya henüz hiçbir şey gönderilmedi.</translation>
    </message>
    <message>
        <source>Line %1 of &lt;b&gt;%2&lt;/b&gt; is known, but the file&apos;s text was not found.</source>
        <translation>&lt;b&gt;%2&lt;/b&gt; dosyasının %1. satırı biliniyor, ama dosyanın metni bulunamadı.</translation>
    </message>
    <message>
        <source>Looking for the debug file of &lt;b&gt;%1&lt;/b&gt;…</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; için hata ayıklama dosyası aranıyor…</translation>
    </message>
    <message>
        <source>Choose the file…</source>
        <translation>Dosyayı seç…</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 dosyasını seçin</translation>
    </message>
    <message>
        <source>No line information for %1: you stopped the search for the file of &lt;b&gt;%2&lt;/b&gt;.</source>
        <translation>Satır bilgisi yok (%1): &lt;b&gt;%2&lt;/b&gt; için dosya aramasını siz durdurdunuz.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Sürdür</translation>
    </message>
    <message>
        <source>No line information for %1: the report names no module for it.</source>
        <translation>%1 için satır bilgisi yok: rapor bu çerçeve için modül belirtmiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SourcesSection</name>
    <message>
        <source>Sources</source>
        <translation>Kaynaklar</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>Kaynak ekle…</translation>
    </message>
    <message>
        <source>Test all</source>
        <translation>Tümünü sına</translation>
    </message>
    <message>
        <source>Well-known public server</source>
        <translation>Bilinen herkese açık sunucu</translation>
    </message>
    <message>
        <source>Ask earlier</source>
        <translation>Daha önce sor</translation>
    </message>
    <message>
        <source>Ask later</source>
        <translation>Daha sonra sor</translation>
    </message>
    <message>
        <source>%1 of %2 on</source>
        <extracomment>how many of how many sources are on</extracomment>
        <translation>%1 / %2 açık</translation>
    </message>
    <message>
        <source>Every change counts at once. Nothing contacts a source that is off.</source>
        <translation>Her değişiklik hemen geçerlidir. Kapalı bir kaynağa hiç bağlanılmaz.</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Düzen</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Bölge</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>Uç nokta</translation>
    </message>
    <message>
        <source>Only paths</source>
        <translation>Yalnız yollar</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Sına</translation>
    </message>
    <message>
        <source>New source</source>
        <translation>Yeni kaynak</translation>
    </message>
    <message>
        <source>No sources yet. Nothing contacts a network.</source>
        <translation>Henüz kaynak yok. Ağa hiç bağlanılmaz.</translation>
    </message>
    <message>
        <source>No sources yet</source>
        <translation>Henüz kaynak yok</translation>
    </message>
    <message>
        <source>debug files of this computer are found without any</source>
        <translation>bu bilgisayarın hata ayıklama dosyaları kaynak olmadan da bulunur</translation>
    </message>
    <message numerus="yes">
        <source>%Ln source(s) do not answer as they should</source>
        <translation>
            <numerusform>%Ln kaynak gerektiği gibi yanıt vermiyor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln source(s) are on</source>
        <translation>
            <numerusform>%Ln kaynaktan %1 tanesi açık</numerusform>
        </translation>
    </message>
    <message>
        <source>asked from top to bottom; a server is sent the file name and build id of each module it is asked for</source>
        <translation>yukarıdan aşağıya sorulur; sunucuya sorulan her modülün dosya adı ve derleme kimliği gönderilir</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (kopya)</translation>
    </message>
    <message>
        <source>Source “%1” removed</source>
        <translation>“%1” kaynağı kaldırıldı</translation>
    </message>
    <message>
        <source>testing…</source>
        <translation>sınanıyor…</translation>
    </message>
    <message>
        <source>was not asked</source>
        <translation>sorulmadı</translation>
    </message>
    <message>
        <source>is off, was not asked</source>
        <translation>kapalı, sorulmadı</translation>
    </message>
</context>
<context>
    <name>faultline::ui::StackView</name>
    <message>
        <source>Stack</source>
        <translation>Yığın</translation>
    </message>
    <message>
        <source>Most relevant</source>
        <translation>En ilgili</translation>
    </message>
    <message>
        <source>Frames of the application; long runs of system frames fold</source>
        <translation>Uygulamanın çerçeveleri; uzun sistem çerçevesi dizileri katlanır</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Tam</translation>
    </message>
    <message>
        <source>Every frame and inline frame</source>
        <translation>Her çerçeve ve satır içi çağrı</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Ham</translation>
    </message>
    <message>
        <source>Addresses as the walk found them</source>
        <translation>Yığın çözümünün bulduğu adresler</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>En yeni önce</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>En eski önce</translation>
    </message>
    <message>
        <source>The stack appears here when a report is open.</source>
        <translation>Bir rapor açıkken yığın burada görünür.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Walking the stack…</source>
        <translation>Yığın çözülüyor…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Durdur</translation>
    </message>
    <message>
        <source>This file lists no threads, so no stack is known.</source>
        <translation>Bu dosya iş parçacığı listelemiyor, bu yüzden yığın bilinmiyor.</translation>
    </message>
    <message>
        <source>No frames are known for &lt;b&gt;%1&lt;/b&gt;.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; için çerçeve bilinmiyor.</translation>
    </message>
    <message>
        <source>Open Source</source>
        <translation>Kaynağı Aç</translation>
    </message>
    <message>
        <source>Why No Symbols?</source>
        <translation>Semboller Neden Yok?</translation>
    </message>
    <message>
        <source>Locate Debug File…</source>
        <translation>Hata Ayıklama Dosyası Seç…</translation>
    </message>
    <message>
        <source>Retry Now</source>
        <translation>Şimdi Yeniden Dene</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Sürdür</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Geri al</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Ayrıntıları göster</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Absolute addresses</source>
        <translation>Mutlak adresler</translation>
    </message>
    <message>
        <source>Whole paths</source>
        <translation>Tam yollar</translation>
    </message>
    <message>
        <source>Verbose names</source>
        <translation>Ayrıntılı adlar</translation>
    </message>
    <message>
        <source>Unsymbolicated names</source>
        <translation>Sembolsüz adlar</translation>
    </message>
    <message>
        <source>Inlined calls</source>
        <translation>Satır içi çağrılar</translation>
    </message>
    <message>
        <source>Fold recursion</source>
        <translation>Özyinelemeyi katla</translation>
    </message>
    <message>
        <source>Count inlined calls</source>
        <translation>Satır içi çağrıları say</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Şablonlar</translation>
    </message>
    <message>
        <source>No arguments</source>
        <translation>Argümansız</translation>
    </message>
    <message numerus="yes">
        <source>%n level(s)</source>
        <translation>
            <numerusform>%n düzey</numerusform>
        </translation>
    </message>
    <message>
        <source>All arguments</source>
        <translation>Tüm argümanlar</translation>
    </message>
    <message>
        <source>Show who waits for whom</source>
        <translation>Kimin kimi beklediğini göster</translation>
    </message>
    <message>
        <source>Open in Editor</source>
        <translation>Düzenleyicide Aç</translation>
    </message>
    <message>
        <source>Show Disassembly</source>
        <translation>Makine Komutlarını Göster</translation>
    </message>
    <message>
        <source>Show Memory at the Stack Pointer</source>
        <translation>Yığın İşaretçisindeki Belleği Göster</translation>
    </message>
    <message>
        <source>Find Threads That Contain This</source>
        <translation>Bunu İçeren İş Parçacıklarını Bul</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopyala</translation>
    </message>
    <message>
        <source>Stack as Text</source>
        <translation>Yığın, Metin</translation>
    </message>
    <message>
        <source>Stack as Markdown</source>
        <translation>Yığın, Markdown</translation>
    </message>
    <message>
        <source>Stack as JSON</source>
        <translation>Yığın, JSON</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>İşlev</translation>
    </message>
    <message>
        <source>Mangled Name</source>
        <translation>Süslenmiş Ad</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adres</translation>
    </message>
    <message>
        <source>Module Offset</source>
        <translation>Modül Uzaklığı</translation>
    </message>
    <message>
        <source>Path and Line</source>
        <translation>Yol ve Satır</translation>
    </message>
</context>
<context>
    <name>faultline::ui::StartPage</name>
    <message>
        <source>Crashes that you open appear here.</source>
        <translation>Açtığınız çökmeler burada görünür.</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Aç…</translation>
    </message>
    <message>
        <source>Open a crash file</source>
        <translation>Çökme dosyası aç</translation>
    </message>
    <message>
        <source>Paste stack trace</source>
        <translation>Yığın izi yapıştır</translation>
    </message>
    <message>
        <source>Recent crashes</source>
        <translation>Son çökmeler</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Kısayollar</translation>
    </message>
    <message>
        <source>time unknown</source>
        <translation>zaman bilinmiyor</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Klasör aç…</translation>
    </message>
    <message>
        <source>Import batch…</source>
        <translation>Toplu içe aktar…</translation>
    </message>
    <message>
        <source>Cause, signature or file</source>
        <translation>Neden, imza ya da dosya</translation>
    </message>
    <message>
        <source>Filter recent crashes</source>
        <translation>Son çökmeleri süz</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Öğren</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Komut paleti</translation>
    </message>
    <message>
        <source>No recent crash has this text.</source>
        <translation>Hiçbir son çökmede bu metin yok.</translation>
    </message>
    <message numerus="yes">
        <source>%n recent crash(es)</source>
        <translation>
            <numerusform>%n son çökme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n recent crash(es)</source>
        <translation>
            <numerusform>%n son çökmeden %1 tanesi</numerusform>
        </translation>
    </message>
    <message>
        <source>today %1</source>
        <extracomment>a time of day</extracomment>
        <translation>bugün %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>dün</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>İğnelenenler</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 nerede?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Aç</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>Yerini Göster…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>İğneyi Çıkar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>İğnele</translation>
    </message>
    <message>
        <source>Remove from List</source>
        <translation>Listeden Kaldır</translation>
    </message>
    <message>
        <source>Open the sample crash</source>
        <translation>Örnek çökmeyi aç</translation>
    </message>
    <message>
        <source>No crash is pinned. Space pins the selected one.</source>
        <translation>İğnelenmiş çökme yok. Boşluk tuşu seçileni iğneler.</translation>
    </message>
    <message>
        <source>Pinned %1</source>
        <translation>İğnelenenler %1</translation>
    </message>
</context>
<context>
    <name>faultline::ui::StatusStrip</name>
    <message>
        <source>Offline</source>
        <translation>Çevrimdışı</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Hazır</translation>
    </message>
    <message>
        <source>Transfer progress</source>
        <translation>Aktarım ilerlemesi</translation>
    </message>
    <message>
        <source>Nothing is downloaded. Click to go online.</source>
        <translation>Hiçbir şey indirilmiyor. Çevrimiçi olmak için tıklayın.</translation>
    </message>
    <message>
        <source>Size of text and rows. Click for 100 %.</source>
        <translation>Metin ve satır boyutu. Yüzde 100 için tıklayın.</translation>
    </message>
    <message>
        <source>%1 % of frames</source>
        <translation>adı bilinen çerçeve: %%1</translation>
    </message>
    <message numerus="yes">
        <source>%n transfer(s)</source>
        <translation>
            <numerusform>%n aktarım</numerusform>
        </translation>
    </message>
    <message>
        <source>Cache %1</source>
        <translation>Önbellek %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%%1</translation>
    </message>
    <message>
        <source>Zoom %1 percent</source>
        <translation>Yakınlaştırma yüzde %1</translation>
    </message>
    <message>
        <source>Server starting…</source>
        <translation>Sunucu başlıyor…</translation>
    </message>
    <message>
        <source>Server on :%1</source>
        <extracomment>the port of an address</extracomment>
        <translation>Sunucu :%1 üzerinde</translation>
    </message>
    <message>
        <source>Server stopping…</source>
        <translation>Sunucu duruyor…</translation>
    </message>
    <message>
        <source>Server ended</source>
        <translation>Sunucu sonlandı</translation>
    </message>
    <message>
        <source>Server off</source>
        <translation>Sunucu kapalı</translation>
    </message>
    <message>
        <source>The server of this window does not run. Click for its page.</source>
        <translation>Bu pencerenin sunucusu çalışmıyor. Sayfası için tıklayın.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::SummaryBar</name>
    <message>
        <source>Reading %1…</source>
        <translation>%1 okunuyor…</translation>
    </message>
    <message>
        <source>%1 at %2, %3, signature %4</source>
        <translation>%1, adres: %2, %3, imza: %4</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <extracomment>%1 is the reason of a crash, %2 an address</extracomment>
        <translation>%1, adres: %2</translation>
    </message>
    <message>
        <source>signature %1</source>
        <translation>imza: %1</translation>
    </message>
    <message>
        <source>Signature copied</source>
        <translation>İmza kopyalandı</translation>
    </message>
    <message>
        <source>Copy Summary</source>
        <translation>Özeti Kopyala</translation>
    </message>
    <message>
        <source>Summary copied</source>
        <translation>Özet kopyalandı</translation>
    </message>
    <message>
        <source>Copy Signature</source>
        <translation>İmzayı Kopyala</translation>
    </message>
    <message>
        <source>Copies the signature</source>
        <translation>İmzayı kopyalar</translation>
    </message>
    <message>
        <source>signature</source>
        <extracomment>followed by the signature of a crash</extracomment>
        <translation>imza</translation>
    </message>
</context>
<context>
    <name>faultline::ui::TabLane</name>
    <message>
        <source>All tabs</source>
        <translation>Tüm sekmeler</translation>
    </message>
</context>
<context>
    <name>faultline::ui::TableFilter</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n satır</numerusform>
        </translation>
    </message>
    <message>
        <source>No row fits the filter.</source>
        <translation>Süzgece uyan satır yok.</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>Süzgeci Temizle</translation>
    </message>
</context>
<context>
    <name>faultline::ui::TextsView</name>
    <message>
        <source>Strings</source>
        <translation>Dizgiler</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>çerçeve %1</translation>
    </message>
    <message>
        <source>Texts behind registers and stack appear here when a native report is open.</source>
        <translation>Yerel bir rapor açıkken yazmaçların ve yığının arkasındaki metinler burada görünür.</translation>
    </message>
    <message>
        <source>Looking for texts…</source>
        <translation>Metinler aranıyor…</translation>
    </message>
    <message>
        <source>No register and no word of the stack leads to a text.</source>
        <translation>Hiçbir yazmaç ve yığın sözcüğü bir metne götürmüyor.</translation>
    </message>
    <message>
        <source>This file has no memory in which texts could be found.</source>
        <translation>Bu dosyada metin bulunabilecek bellek yok.</translation>
    </message>
    <message>
        <source>Reports of this kind have no memory.</source>
        <translation>Bu tür raporların belleği yok.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see the texts behind its registers.</source>
        <translation>Yazmaçlarının arkasındaki metinleri görmek için bir çerçeve seçin.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ThreadFactsView</name>
    <message>
        <source>Facts about the thread</source>
        <translation>İş parçacığı hakkında bilgiler</translation>
    </message>
    <message>
        <source>Facts about a thread appear here when a report is open.</source>
        <translation>Bir rapor açıkken iş parçacığı hakkındaki bilgiler burada görünür.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>This file lists no threads.</source>
        <translation>Bu dosya iş parçacığı listelemiyor.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::ThreadsView</name>
    <message>
        <source>Threads</source>
        <translation>İş parçacıkları</translation>
    </message>
    <message>
        <source>Threads appear here when a report is open.</source>
        <translation>Bir rapor açıkken iş parçacıkları burada görünür.</translation>
    </message>
    <message>
        <source>Reading threads…</source>
        <translation>İş parçacıkları okunuyor…</translation>
    </message>
    <message>
        <source>This file lists no threads.</source>
        <translation>Bu dosya iş parçacığı listelemiyor.</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Katla</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Duruma göre</translation>
    </message>
    <message>
        <source>By stack</source>
        <translation>Yığına göre</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Ada göre</translation>
    </message>
    <message>
        <source>By number</source>
        <translation>Numaraya göre</translation>
    </message>
    <message>
        <source>Group threads: %1</source>
        <translation>İş parçacıklarını grupla: %1</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tümünü göster</translation>
    </message>
</context>
<context>
    <name>faultline::ui::TriageMenus</name>
    <message>
        <source>fixed in…</source>
        <translation>düzeltildiği sürüm…</translation>
    </message>
    <message>
        <source>Me</source>
        <translation>Ben</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>Kimse</translation>
    </message>
    <message>
        <source>Somebody else…</source>
        <translation>Başkası…</translation>
    </message>
    <message>
        <source>Fixed In</source>
        <translation>Düzeltildiği Sürüm</translation>
    </message>
    <message>
        <source>Version with the fix:</source>
        <translation>Düzeltmeyi içeren sürüm:</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Ata</translation>
    </message>
    <message>
        <source>Name of the person:</source>
        <translation>Kişinin adı:</translation>
    </message>
    <message>
        <source>Add Tag</source>
        <translation>Etiket Ekle</translation>
    </message>
    <message>
        <source>Tag:</source>
        <translation>Etiket:</translation>
    </message>
    <message>
        <source>Link Ticket</source>
        <translation>Kayıt Bağla</translation>
    </message>
    <message>
        <source>Ticket, or its address:</source>
        <translation>Kayıt ya da adresi:</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notlar</translation>
    </message>
    <message>
        <source>Notes (Markdown):</source>
        <translation>Notlar (Markdown):</translation>
    </message>
    <message>
        <source>&amp;Status</source>
        <translation>&amp;Durum</translation>
    </message>
    <message>
        <source>&amp;Assign</source>
        <translation>&amp;Ata</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>&amp;Etiketler</translation>
    </message>
    <message>
        <source>duplicate of…</source>
        <translation>şunun yinelemesi…</translation>
    </message>
    <message>
        <source>&amp;Add Tag…</source>
        <translation>Etiket &amp;Ekle…</translation>
    </message>
    <message>
        <source>Remove “%1”</source>
        <translation>“%1” Etiketini Kaldır</translation>
    </message>
    <message>
        <source>Duplicate Of</source>
        <translation>Şunun Yinelemesi</translation>
    </message>
    <message>
        <source>Number of the group with the same cause:</source>
        <translation>Aynı nedenli grubun numarası:</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln group(s) with all their reports from the library?</source>
        <translation>
            <numerusform>%Ln grup, tüm raporlarıyla kitaplıktan kaldırılsın mı?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln report(s) from the library?</source>
        <translation>
            <numerusform>%Ln rapor kitaplıktan kaldırılsın mı?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from Library</source>
        <translation>Kitaplıktan Kaldır</translation>
    </message>
    <message>
        <source>Triage and notes go with them, and nothing brings them back. The crash files stay where they are.</source>
        <translation>Değerlendirme ve notlar da gider ve hiçbir şey onları geri getirmez. Çökme dosyaları yerinde kalır.</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Kaldır</translation>
    </message>
</context>
<context>
    <name>faultline::ui::TriagePanel</name>
    <message>
        <source>Notes</source>
        <translation>Notlar</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Geçmiş</translation>
    </message>
    <message>
        <source>Triage</source>
        <translation>Değerlendirme</translation>
    </message>
    <message>
        <source>saved at once</source>
        <translation>hemen kaydedilir</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Değiştir</translation>
    </message>
    <message>
        <source>Change status</source>
        <translation>Durumu değiştir</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Ata</translation>
    </message>
    <message>
        <source>Link…</source>
        <translation>Bağla…</translation>
    </message>
    <message>
        <source>Link ticket</source>
        <translation>Kayıt bağla</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Düzenle…</translation>
    </message>
    <message>
        <source>Edit notes</source>
        <translation>Notları düzenle</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Durum</translation>
    </message>
    <message>
        <source>Assignee</source>
        <translation>Atanan</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>Kayıt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiketler</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>kimse</translation>
    </message>
    <message>
        <source>none</source>
        <translation>yok</translation>
    </message>
    <message>
        <source>Change tags</source>
        <translation>Etiketleri değiştir</translation>
    </message>
</context>
<context>
    <name>faultline::ui::WhyCard</name>
    <message>
        <source>Locate file…</source>
        <translation>Dosya seç…</translation>
    </message>
    <message>
        <source>Add source…</source>
        <translation>Kaynak ekle…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Yeniden dene</translation>
    </message>
    <message>
        <source>Go online</source>
        <translation>Çevrimiçi ol</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Günlüğü göster</translation>
    </message>
    <message>
        <source>Also: %1</source>
        <translation>Ayrıca: %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Sürdür</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Geri al</translation>
    </message>
</context>
<context>
    <name>faultline::ui::WhyView</name>
    <message>
        <source>Identifiers</source>
        <translation>Kimlikler</translation>
    </message>
    <message>
        <source>What was tried</source>
        <translation>Denenenler</translation>
    </message>
    <message>
        <source>Nothing was tried: no source could be asked.</source>
        <translation>Hiçbir şey denenmedi: sorulabilecek kaynak yok.</translation>
    </message>
    <message>
        <source>What is missing and how to get it appears here when a report is open.</source>
        <translation>Bir rapor açıkken neyin eksik olduğu ve nasıl bulunacağı burada görünür.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Rapor okunuyor…</translation>
    </message>
    <message>
        <source>Select a frame to see where its symbols come from.</source>
        <translation>Sembollerinin nereden geldiğini görmek için bir çerçeve seçin.</translation>
    </message>
    <message>
        <source>What was tried · %1</source>
        <translation>Denenenler · %1</translation>
    </message>
    <message>
        <source>Nobody has been asked yet.</source>
        <translation>Henüz kimseye sorulmadı.</translation>
    </message>
</context>
<context>
    <name>faultline::ui::Workspace</name>
    <message>
        <source>Threads</source>
        <translation>İş parçacıkları</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Kaynak</translation>
    </message>
    <message>
        <source>Crash details</source>
        <translation>Çökme ayrıntıları</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Neden?</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Yazmaçlar</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Modüller</translation>
    </message>
    <message>
        <source>Raw streams</source>
        <translation>Ham akışlar</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Etkinlik</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Günlük</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>Kilitler</translation>
    </message>
    <message>
        <source>Lock chain</source>
        <translation>Kilit zinciri</translation>
    </message>
    <message>
        <source>Parallel stacks</source>
        <translation>Koşut yığınlar</translation>
    </message>
    <message>
        <source>Locals</source>
        <translation>Yerel değişkenler</translation>
    </message>
    <message>
        <source>Disassembly</source>
        <translation>Makine komutları</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Bellek</translation>
    </message>
    <message>
        <source>Memory map</source>
        <translation>Bellek haritası</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Kanıtlar</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Açıklamalar</translation>
    </message>
    <message>
        <source>Breadcrumbs</source>
        <translation>İz kayıtları</translation>
    </message>
    <message>
        <source>Handles</source>
        <translation>Tanıtıcılar</translation>
    </message>
    <message>
        <source>Unloaded modules</source>
        <translation>Boşaltılmış modüller</translation>
    </message>
    <message>
        <source>Artifacts</source>
        <translation>Derleme ürünleri</translation>
    </message>
    <message>
        <source>Mappings</source>
        <translation>Eşlemeler</translation>
    </message>
    <message>
        <source>Data inspector</source>
        <translation>Veri inceleyici</translation>
    </message>
    <message>
        <source>Strings</source>
        <translation>Dizgiler</translation>
    </message>
    <message>
        <source>Memory search</source>
        <translation>Bellekte arama</translation>
    </message>
    <message>
        <source>Exceptions</source>
        <translation>İstisnalar</translation>
    </message>
    <message>
        <source>Find in all stacks</source>
        <translation>Tüm yığınlarda bul</translation>
    </message>
    <message>
        <source>Thread facts</source>
        <translation>İş parçacığı bilgileri</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Opens crashes and shows what really happened.</source>
        <translation>Çökmeleri açar ve gerçekte ne olduğunu gösterir.</translation>
    </message>
    <message>
        <source>Crash files to open.</source>
        <translation>Açılacak çökme dosyaları.</translation>
    </message>
    <message>
        <source>Opens a window of its own, even if one is open.</source>
        <translation>Açık bir pencere olsa bile ayrı bir pencere açar.</translation>
    </message>
    <message>
        <source>Opens the report that was opened last.</source>
        <translation>En son açılan raporu açar.</translation>
    </message>
    <message>
        <source>Goes to that row of the stack in the last of the files, from 0.</source>
        <translation>Son dosyada yığının o satırına gider; sayma 0&apos;dan başlar.</translation>
    </message>
    <message>
        <source>The index of the thread that --frame counts in.</source>
        <translation>--frame değerinin sayıldığı iş parçacığının sırası.</translation>
    </message>
    <message>
        <source>Lets that Faultline server do the work, in a window of its own. Its token is in FAULTLINE_SERVER_TOKEN.</source>
        <translation>İşi o Faultline sunucusuna yaptırır, kendi penceresinde. Anahtarı FAULTLINE_SERVER_TOKEN değişkenindedir.</translation>
    </message>
</context>
</TS>
