//! Chinese, Japanese, Korean, Thai, Vietnamese, Indonesian, Malay, Filipino and Swahili.

use super::super::locale::{Clock, Locale, NONE, TWENTY_FOUR_HOURS};

pub(super) static ALL: &[Locale] = &[
    CHINESE, JAPANESE, KOREAN, THAI, VIETNAMESE, INDONESIAN, MALAY, FILIPINO, SWAHILI,
];

const CHINESE: Locale = Locale {
    clock: Clock {
        fillers: &["週一", "週二", "週三", "週四", "週五", "週六", "週日"],
        before_noon: &["上午", "凌晨", "清晨", "早上"],
        noon: &["中午"],
        after_noon: &["下午", "傍晚", "晚上"],
        night: &["夜晚", "半夜", "夜间", "夜間"],
    },
    omission: &["已略去", "已省略", "已忽略", "省略", "忽略"],
    omitted: &[
        "省略多媒体文件",
        "省略影音内容",
        "媒体省略",
        "忽略多媒體檔",
        "省略多媒體檔案",
        "已省略多媒體檔案",
        "照片已忽略",
        "图像已忽略",
        "圖片已略去",
        "圖像已省略",
        "视频已忽略",
        "影片已略去",
        "影片已省略",
        "音频已忽略",
        "音訊已略去",
        "音訊已省略",
        "贴图已省略",
        "貼圖已略去",
        "貼圖已忽略",
        "GIF 已略去",
        "GIF 圖片已被省略",
        "GIF 动态图已被忽略",
        "文档已省略",
        "文件已略去",
        "文件已忽略",
        "联系人卡片已忽略",
        "聯絡人卡片已略去",
        "聯絡人卡片已省略",
        "共享实时位置",
        "實時位置已分享",
        "正在等待此消息。这可能需要一些时间。",
    ],
    attached: &["文件附件", "附件檔案", "附件", "已附加"],
    deleted: &[
        "这条消息已被删除",
        "此消息已删除",
        "信息已删除",
        "您已删除这条消息",
        "您删除了这条消息",
        "您删除这个信息",
        "此訊息已刪除",
        "此訊息已被刪除",
        "您已刪除此訊息",
        "您刪除了此訊息",
        "你已刪除此訊息",
    ],
    edits: &["编辑", "編輯"],
    encryption: &[
        "消息和通话都进行端到端加密",
        "消息和通话已进行端到端加密",
        "消息和通话都经过端到端加密",
        "消息和通话采用端到端加密",
        "訊息和通話經端對端加密",
        "訊息和通話都受到端對端加密",
        "訊息與通話受到端對端加密",
        "訊息和通話均經過端對端加密",
        "訊息已受端對端加密保護",
    ],
    notices: &[
        "端到端加密",
        "端對端加密",
        "创建了群组",
        "建立了群組",
        "建立群組",
        "更改了群组名称",
        "已更改群组名称",
        "已更改群組名稱",
        "更改了群組名稱",
        "將群組名稱",
        "将群组名称",
        "将主题",
        "將主旨",
        "安全代码已更改",
        "安全代碼已變更",
        "未接语音通话",
        "未接視像通話",
        "未接視訊通話",
        "未接視訊電話",
        "未接語音通話",
        "未接视频通话",
    ],
};

const JAPANESE: Locale = Locale {
    clock: Clock {
        fillers: &["に"],
        before_noon: &["午前", "朝"],
        noon: &["正午", "昼"],
        after_noon: &["午後", "夕方"],
        night: &["夜", "夜中"],
    },
    omission: &["は含まれていません", "なし", "を省略"],
    omitted: &[
        "メディアなし",
        "メディアは含まれていません",
        "画像は含まれていません",
        "ビデオは含まれていません",
        "動画は含まれていません",
        "音声は含まれていません",
        "スタンプは含まれていません",
        "GIFは含まれていません",
        "ドキュメントは含まれていません",
        "連絡先カードを省略",
        "ライブロケーション共有",
    ],
    attached: &["添付ファイル有り", "添付ファイル", "ファイル添付"],
    deleted: &[
        "このメッセージは削除されました",
        "このメッセージを削除しました",
        "あなたはこのメッセージを削除しました",
    ],
    edits: &["編集"],
    encryption: &[
        "メッセージと通話はエンドツーエンド暗号化",
        "メッセージと通話はエンドツーエンドで暗号化",
        "このチャットで送信されるメッセージと通話は",
    ],
    notices: &[
        "エンドツーエンド暗号化",
        "グループを作成しました",
        "グループ名を",
        "件名を",
        "グループの説明を変更しました",
        "グループアイコンを変更しました",
        "セキュリティコードが変更されました",
        "音声通話不在着信",
        "ビデオ通話不在着信",
        "不在着信",
    ],
};

const KOREAN: Locale = Locale {
    clock: Clock {
        fillers: &["에"],
        before_noon: &["오전", "새벽", "아침"],
        noon: &["낮", "정오"],
        after_noon: &["오후", "저녁"],
        night: &["밤"],
    },
    omission: &["생략됨", "제외됨", "생략한 대화내용"],
    omitted: &[
        "미디어 파일 제외됨",
        "미디어 파일을 생략한 대화내용",
        "미디어 생략됨",
        "이미지 생략됨",
        "사진 생략됨",
        "비디오 생략됨",
        "동영상 생략됨",
        "오디오 생략됨",
        "스티커 제외됨",
        "스티커 생략됨",
        "GIF 생략됨",
        "문서 생략됨",
        "연락처 카드 생략됨",
        "공유한 실시간 위치",
    ],
    attached: &["파일 첨부됨", "첨부됨"],
    deleted: &[
        "이 메시지는 삭제되었습니다",
        "삭제된 메시지입니다",
        "삭제한 메시지입니다",
        "이 메시지를 삭제했습니다",
    ],
    edits: &["수정", "편집"],
    encryption: &[
        "메시지와 통화는 종단간 암호화",
        "메시지와 통화는 종단 간 암호화",
        "메시지 및 전화는 종단간 암호화",
        "메시지 및 통화는 종단간 암호화",
        "메시지 및 전화는 암호화되어 안전합니다",
    ],
    notices: &[
        "종단간 암호화",
        "그룹을 만들었습니다",
        "그룹 이름을",
        "그룹명을",
        "제목을 변경",
        "보안 코드가 변경되었습니다",
        "부재중 전화",
        "부재중 음성통화",
        "부재중 영상통화",
    ],
};

const THAI: Locale = Locale {
    clock: Clock {
        fillers: &["เวลา", "น", "พ.ศ."],
        before_noon: &["ก่อนเที่ยง"],
        noon: &["เที่ยง"],
        after_noon: &["หลังเที่ยง"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["ถูกลบ", "ละเว้น", "ไม่มี", "ที่ละเว้น"],
    omitted: &[
        "สื่อถูกลบ",
        "ไฟล์สื่อถูกลบ",
        "ไม่มีรูปภาพ",
        "วิดีโอถูกลบ",
        "ไม่มีไฟล์เสียง",
        "ไม่มีสติกเกอร์",
        "ละเว้น GIF",
        "ละเว้นเอกสาร",
        "บัตรรายชื่อที่ละเว้น",
    ],
    attached: &["ไฟล์ที่แนบ", "แนบไฟล์แล้ว", "แนบ"],
    deleted: &[
        "ข้อความนี้ถูกลบแล้ว",
        "ข้อความนี้ได้ถูกลบ",
        "ข้อความนี้ถูกลบ",
        "คุณได้ลบข้อความนี้",
        "คุณลบข้อความนี้",
    ],
    edits: &["แก้ไข"],
    encryption: &["ข้อความและการโทรได้รับการเข้ารหัส", "ข้อความและการโทรถูกเข้ารหัส"],
    notices: &[
        "เข้ารหัสจากต้นทางถึงปลายทาง",
        "ได้สร้างกลุ่ม",
        "สร้างกลุ่ม ",
        "เปลี่ยนชื่อกลุ่ม",
        "เปลี่ยนหัวข้อ",
        "รหัสความปลอดภัยของคุณกับ",
        "สายที่ไม่ได้รับ",
        "วิดีโอคอลที่ไม่ได้รับ",
    ],
};

const VIETNAMESE: Locale = Locale {
    clock: Clock {
        fillers: &["lúc", "ngày"],
        before_noon: &["SA"],
        after_noon: &["CH"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["bỏ qua", "đã bỏ", "đã bỏ qua"],
    omitted: &[
        "Bỏ qua Media",
        "bỏ qua tệp phương tiện",
        "đã bỏ qua hình ảnh",
        "đã bỏ video",
        "bỏ qua tệp âm thanh",
        "đã bỏ sticker",
        "Đã bỏ qua ảnh GIF",
        "đã bỏ qua tài liệu",
        "Bỏ qua thẻ liên lạc",
    ],
    attached: &["tệp đính kèm", "đính kèm"],
    deleted: &[
        "Tin nhắn này đã bị xóa",
        "Tin nhắn này đã bị xoá",
        "Bạn đã xóa tin nhắn này",
        "Bạn đã xoá tin nhắn này",
    ],
    edits: &["chỉnh sửa"],
    encryption: &[
        "Tin nhắn và cuộc gọi được mã hóa đầu cuối",
        "Tin nhắn và cuộc gọi được mã hoá đầu cuối",
    ],
    notices: &[
        "mã hóa đầu cuối",
        " đã tạo nhóm",
        " đã đổi tên nhóm",
        " đã thay đổi tên nhóm",
        "Cuộc gọi nhỡ",
        "Cuộc gọi thoại nhỡ",
    ],
};

const INDONESIAN: Locale = Locale {
    clock: Clock {
        fillers: &["pukul"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["tidak disertakan"],
    omitted: &[
        "Media tidak disertakan",
        "gambar tidak disertakan",
        "video tidak disertakan",
        "audio tidak disertakan",
        "stiker tidak disertakan",
        "GIF tidak disertakan",
        "dokumen tidak disertakan",
        "Kartu kontak tidak disertakan",
        "Lokasi terkini dibagikan",
        "Menunggu pesan ini. Ini bisa butuh waktu beberapa saat.",
    ],
    attached: &["file terlampir", "terlampir"],
    deleted: &[
        "Pesan ini dihapus",
        "Pesan ini telah dihapus",
        "Pesan ini dihapus oleh admin…",
        "Anda menghapus pesan ini",
        "Anda telah menghapus pesan ini",
    ],
    edits: &["diedit"],
    encryption: &[
        "Pesan dan panggilan terenkripsi secara end-to-end",
        "Pesan dan panggilan dienkripsi secara end-to-end",
        "Pesan yang Anda kirim ke chat ini",
    ],
    notices: &[
        "terenkripsi secara end-to-end",
        " membuat grup ",
        " mengubah nama grup",
        " mengubah subjek",
        " mengganti nama grup",
        " mengubah deskripsi grup",
        " mengubah ikon grup",
        " menambahkan Anda",
        " bergabung menggunakan tautan",
        "Kode keamanan Anda dengan ",
        " menyematkan pesan",
        "Panggilan suara tak terjawab",
        "Panggilan video tak terjawab",
    ],
};

const MALAY: Locale = Locale {
    clock: Clock {
        fillers: &["pada", "pukul"],
        before_noon: &["PG"],
        after_noon: &["PTG"],
        ..TWENTY_FOUR_HOURS
    },
    omission: &["disingkirkan", "dikecualikan", "tidak dimasukkan"],
    attached: &["fail dilampirkan", "dilampirkan"],
    deleted: &[
        "Mesej ini telah dipadam",
        "Mesej ini telah dipadamkan",
        "Anda telah memadamkan mesej ini",
    ],
    edits: &["diedit", "disunting"],
    encryption: &[
        "Mesej dan panggilan disulitkan hujung ke hujung",
        "Mesej dan panggilan disulitkan hujung-ke-hujung",
    ],
    notices: &[
        " mencipta kumpulan ",
        " menukar nama kumpulan",
        "Panggilan suara terlepas",
        "Panggilan video terlepas",
    ],
    ..NONE
};

const FILIPINO: Locale = Locale {
    clock: Clock {
        fillers: &["nang", "noong"],
        ..TWENTY_FOUR_HOURS
    },
    omitted: &["Walang kalakip na media", "Inalis ang media"],
    attached: &["nakalakip na file"],
    deleted: &["Itong mensahe ay binura na", "Binura mo itong mensahe"],
    edits: &["na-edit"],
    ..NONE
};

const SWAHILI: Locale = Locale {
    omitted: &["Media imerukwa", "media hazijajumuishwa"],
    attached: &["faili limeambatanishwa"],
    deleted: &["Ujumbe huu ulifutwa", "Umefuta ujumbe huu"],
    encryption: &[
        "Jumbe zako na simu unazopigia zipo salama",
        "Jumbe zako na simu unazopiga zipo salama",
    ],
    ..NONE
};
